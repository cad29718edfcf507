//! Reports the BOOT button (GPIO9, pulled up) and a switch to the supply (GPIO4, pulled down).
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::delay::Delay;
use esp_hal::gpio::{Input, InputConfig, Pull};
use esp_hal::main;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let button = Input::new(peripherals.GPIO9, InputConfig::default().with_pull(Pull::Up));
    let switch = Input::new(peripherals.GPIO4, InputConfig::default().with_pull(Pull::Down));
    let delay = Delay::new();
    let mut last = None;
    loop {
        let now = (button.is_low(), switch.is_high());
        if last != Some(now) {
            println!("pressed {} closed {}", now.0, now.1);
            last = Some(now);
        }
        delay.delay_micros(100);
    }
}
