//! Counts presses of the BOOT button by interrupt.
#![no_std]
#![no_main]

use core::cell::RefCell;

use critical_section::Mutex;
use esp_backtrace as _;
use esp_hal::gpio::{Event, Input, InputConfig, Io, Pull};
use esp_hal::{handler, main};
use esp_println::println;

esp_bootloader_esp_idf::esp_app_desc!();

static BUTTON: Mutex<RefCell<Option<Input>>> = Mutex::new(RefCell::new(None));

#[handler]
fn pressed() {
    critical_section::with(|cs| {
        if let Some(button) = BUTTON.borrow_ref_mut(cs).as_mut()
            && button.is_interrupt_set()
        {
            println!("pressed");
            button.clear_interrupt();
        }
    });
}

#[main]
fn main() -> ! {
    let peripherals = esp_hal::init(esp_hal::Config::default());
    let mut io = Io::new(peripherals.IO_MUX);
    io.set_interrupt_handler(pressed);
    let mut button = Input::new(peripherals.GPIO9, InputConfig::default().with_pull(Pull::Up));
    critical_section::with(|cs| {
        button.listen(Event::FallingEdge);
        BUTTON.borrow_ref_mut(cs).replace(button);
    });
    println!("ready");
    loop {
        core::hint::spin_loop();
    }
}
