//! Panics in a called function; the handler prints a backtrace.
#![no_std]
#![no_main]

use esp_backtrace as _;
use esp_hal::main;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[inline(never)]
fn divide(a: u32, b: u32) -> u32 {
    println!("divide {a} by {b}");
    assert!(b != 0, "division by zero");
    a / b
}

#[main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default());
    for b in (0..3).rev() {
        println!("{}", divide(12, core::hint::black_box(b)));
    }
    unreachable!()
}
