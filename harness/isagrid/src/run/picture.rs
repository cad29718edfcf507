//! `--display`: what a machine's display shows, as a picture.

use machine::Machine as _;
use targets::target::AnyMachine;

/// The picture as a PNG file in shades of grey.
///
/// # Errors
/// If the program did not use a display.
pub(super) fn png(machine: &AnyMachine) -> Result<Vec<u8>, String> {
    let picture = machine.picture().ok_or("--display: the program did not use a display")?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().map_err(|error| format!("--display: {error}"))?;
    let written = writer.write_image_data(&picture.brightness);
    written.map_err(|error| format!("--display: {error}"))?;
    drop(writer);
    Ok(bytes)
}
