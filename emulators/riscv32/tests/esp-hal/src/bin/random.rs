//! Draws random numbers.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::main;
use esp_hal::rng::Rng;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default());
    let rng = Rng::new();
    let [a, b, c] = [(); 3].map(|()| rng.random());
    println!("all different: {}", a != b && b != c && a != c);
    loop {
        core::hint::spin_loop();
    }
}
