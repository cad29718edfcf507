//! Sends back what USB-Serial-JTAG receives, and its length at each line end.
#![no_std]
#![no_main]

use core::fmt::Write as _;

use esp_backtrace as _;
use esp_hal::main;
use esp_hal::usb::usb_serial_jtag::UsbSerialJtag;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let mut usb = UsbSerialJtag::new(peripherals.USB_DEVICE);
    let mut count = 0;
    loop {
        let Ok(byte) = usb.read_byte() else { continue };
        if byte == b'\n' {
            writeln!(usb, ": {count} bytes").unwrap();
            count = 0;
        } else {
            usb.write(&[byte]).unwrap();
            count += 1;
        }
    }
}
