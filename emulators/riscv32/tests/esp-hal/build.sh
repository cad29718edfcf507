#!/bin/sh
# Builds the programs and copies their ELF files to elf/, without the paths of this computer.
set -e
cd "$(dirname "$0")"
remapped=$(for folder in "$HOME"/.cargo/registry/src/*/; do
    printf "'--remap-path-prefix=%s='," "$folder"
done)
cargo build --release --config "target.riscv32imc-unknown-none-elf.rustflags=[$remapped]"
for source in src/bin/*.rs; do
    cp "target/riscv32imc-unknown-none-elf/release/$(basename "$source" .rs)" elf/
done
