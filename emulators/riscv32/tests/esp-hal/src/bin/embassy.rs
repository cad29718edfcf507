//! Two tasks with timers.
#![no_std]
#![no_main]

use embassy_executor::Spawner;
use embassy_time::{Duration, Ticker, Timer};
use esp_backtrace as _;
use esp_hal::timer::timg::TimerGroup;
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

#[embassy_executor::task]
async fn tick() {
    let mut ticker = Ticker::every(Duration::from_millis(2));
    for count in 1..=3 {
        ticker.next().await;
        println!("tick {count}");
    }
}

#[esp_rtos::main]
async fn main(spawner: Spawner) {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let group = TimerGroup::new(peripherals.TIMG0);
    esp_rtos::start(group.timer0, peripherals.FROM_CPU_INTR0);
    spawner.spawn(tick().unwrap());
    for count in 1..=3 {
        Timer::after(Duration::from_millis(3)).await;
        println!("main {count}");
    }
    println!("done");
}
