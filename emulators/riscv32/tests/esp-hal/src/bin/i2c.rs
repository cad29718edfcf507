//! Writes to an I2C address where nothing answers.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::i2c::master::{Config, I2c};
use esp_hal::main;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let mut i2c = I2c::new(peripherals.I2C0, Config::default())
        .unwrap()
        .with_sda(peripherals.GPIO5)
        .with_scl(peripherals.GPIO6);
    println!("{:?}", i2c.write(0x3cu8, &[1, 2, 3]));
    let mut answer = [0; 2];
    println!("{:?}", i2c.write_read(0x76u8, &[0xd0], &mut answer));
    loop {
        core::hint::spin_loop();
    }
}
