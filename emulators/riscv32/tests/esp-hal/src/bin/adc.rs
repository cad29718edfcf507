//! Reads the first channel of the ADC three times.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::analog::adc::{Adc, AdcConfig, Attenuation};
use esp_hal::main;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let mut config = AdcConfig::new();
    let mut pin = config.enable_pin(peripherals.GPIO0, Attenuation::_11dB);
    let mut adc = Adc::new(peripherals.ADC1, config);
    for _ in 0..3 {
        let value: u16 = loop {
            if let Ok(value) = adc.read_oneshot(&mut pin) {
                break value;
            }
        };
        println!("{value}");
    }
    loop {
        core::hint::spin_loop();
    }
}
