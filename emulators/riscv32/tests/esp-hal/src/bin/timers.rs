//! Interrupts of timer group 0 every 0.5 ms and of the system timer every 1 ms.
#![no_std]
#![no_main]

use core::cell::RefCell;

use critical_section::Mutex;
use esp_backtrace as _;
use esp_hal::delay::Delay;
use esp_hal::time::Duration;
use esp_hal::timer::PeriodicTimer;
use esp_hal::timer::systimer::SystemTimer;
use esp_hal::timer::timg::TimerGroup;
use esp_hal::{Blocking, handler, main};
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

type Shared = Mutex<RefCell<(u32, Option<PeriodicTimer<'static, Blocking>>)>>;

static TICKS: Shared = Mutex::new(RefCell::new((0, None)));
static TOCKS: Shared = Mutex::new(RefCell::new((0, None)));

fn count(shared: &Shared) {
    critical_section::with(|cs| {
        let (count, timer) = &mut *shared.borrow_ref_mut(cs);
        *count += 1;
        if let Some(timer) = timer {
            timer.clear_interrupt();
        }
    });
}

#[handler]
fn tick() {
    count(&TICKS);
}

#[handler]
fn tock() {
    count(&TOCKS);
}

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let group = TimerGroup::new(peripherals.TIMG0);
    let system = SystemTimer::new(peripherals.SYSTIMER);
    let mut ticks = PeriodicTimer::new(group.timer0);
    ticks.set_interrupt_handler(tick);
    let mut tocks = PeriodicTimer::new(system.alarm0);
    tocks.set_interrupt_handler(tock);
    critical_section::with(|cs| {
        ticks.listen();
        ticks.start(Duration::from_micros(500)).unwrap();
        tocks.listen();
        tocks.start(Duration::from_millis(1)).unwrap();
        TICKS.borrow_ref_mut(cs).1 = Some(ticks);
        TOCKS.borrow_ref_mut(cs).1 = Some(tocks);
    });
    Delay::new().delay_micros(5_250);
    let counts =
        critical_section::with(|cs| (TICKS.borrow_ref(cs).0, TOCKS.borrow_ref(cs).0));
    println!("ticks {} tocks {}", counts.0, counts.1);
    loop {
        core::hint::spin_loop();
    }
}
