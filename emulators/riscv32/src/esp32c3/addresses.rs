//! Addresses of the peripherals.
//!
//! Source: TRM, chapter "System and Memory", table of peripherals.

use super::{mmu, registers};

/// Device at a peripheral address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Device {
    Uart(usize),
    Usb,
    SystemTimer,
    TimerGroup(usize),
    Gpio,
    IoMux,
    I2c,
    Adc,
    Flash,
    Mmu,
    Sha,
    Aes,
    Rsa,
    Hmac,
    Gdma,
    Rtc,
    Matrix,
    Random,
    Plain,
    Unknown,
}

/// Devices that are not simulated: first address of their page, and name.
#[rustfmt::skip]
const ABSENT: &[(u32, &str)] = &[
    (0x6001_4000, "UHCI"), (0x6001_6000, "RMT"), (0x6001_9000, "LEDC"), (0x6002_4000, "SPI2"),
    (0x6002_b000, "TWAI"), (0x6002_d000, "I2S"), (0x6003_d000, "DS"), (0x600c_c000, "XTS_AES"),
];

/// Device of a register, and the register's offset in the device.
#[rustfmt::skip]
#[inline]
pub(super) fn device(address: u32) -> (Device, u32) {
    let device = match address & !0xfff {
        0x6000_0000 => Device::Uart(0),
        0x6000_2000 => Device::Flash,
        0x6001_0000 => Device::Uart(1),
        0x6000_4000 => Device::Gpio,
        0x6000_9000 => Device::IoMux,
        0x6001_3000 => Device::I2c,
        0x6004_0000 => Device::Adc,
        0x6001_f000 => Device::TimerGroup(0),
        0x6002_0000 => Device::TimerGroup(1),
        0x6002_3000 => Device::SystemTimer,
        0x6000_8000 if address & 0xfff < 0x200 => Device::Rtc,
        0x6002_6000 if address & 0xfff == 0x0b0 => Device::Random,
        0x6003_a000 => Device::Aes,
        0x6003_b000 => Device::Sha,
        0x6003_c000 => Device::Rsa,
        0x6003_e000 => Device::Hmac,
        0x6003_f000 => Device::Gdma,
        0x6004_3000 => Device::Usb,
        0x600c_2000 => Device::Matrix,
        0x600c_5000 if address & 0xfff < 4 * mmu::ENTRIES => Device::Mmu,
        _ if registers::are_plain(address) => Device::Plain,
        _ => Device::Unknown,
    };
    (device, address & 0xfff)
}

/// Name of the device at a page that is not simulated; empty if there is none.
pub(super) fn name_of_absent(page: u32) -> &'static str {
    ABSENT.iter().find(|(at, _)| *at == page).map_or("", |(_, name)| *name)
}
