//! Sends back what UART0 receives, in upper case.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::main;
use esp_hal::uart::{Config, Uart};

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let mut uart = Uart::new(peripherals.UART0, Config::default())
        .unwrap()
        .with_rx(peripherals.GPIO20)
        .with_tx(peripherals.GPIO21);
    let mut buffer = [0; 16];
    loop {
        let count = uart.read(&mut buffer).unwrap();
        buffer.make_ascii_uppercase();
        let mut rest = &buffer[..count];
        while !rest.is_empty() {
            let written = uart.write(rest).unwrap();
            rest = &rest[written..];
        }
    }
}
