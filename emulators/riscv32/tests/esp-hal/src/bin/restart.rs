//! Prints why it started, and resets the chip.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::main;
use esp_hal::system::{reset_reason, software_reset};
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default());
    println!("started by {:?}", reset_reason());
    software_reset()
}
