//! Prints three lines, 5 ms apart.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::delay::Delay;
use esp_hal::main;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default());
    let delay = Delay::new();
    for count in 1..=3 {
        println!("Hello {count}");
        delay.delay_millis(5);
    }
    loop {
        core::hint::spin_loop();
    }
}
