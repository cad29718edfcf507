//! Loops in which native code and the plain engine might differ.

use super::*;

/// Addresses around zero, the ends of memory areas, and the top: inside native code, for each
/// instruction that loads or stores.
#[test]
fn native_code_agrees_on_addresses_that_turn_odd() {
    let edges = [0, DATA, DATA + 0x2_0000, TEXT, 0x7fff_fffc, 0x8000_0000, 0xffff_0000];
    let edges = edges.iter().flat_map(|edge: &u32| (-4..=1).map(|by| edge.wrapping_add_signed(by)));
    let edges: Vec<u32> = edges.collect();
    let rows: Vec<_> = ROWS.iter().filter(|row| row.operands.contains("(s)")).collect();
    assert!(rows.len() > 20 && edges.len() == 42);
    for (row, strict_align) in rows.iter().flat_map(|row| [false, true].map(|is| (row, is))) {
        let gnu = Options::of(crate::Dialect::Gnu);
        let options = Options { strict_align, profile: Profile::FULL, ..gnu };
        let of = |letter, field| move |word| row.pattern.with_field(word, letter, field);
        let on =
            [('s', 5), ('d', 8), ('t', 9)].into_iter().filter(|it| row.operands.contains(it.0));
        let on = on.fold(row.pattern.value(), |word, (letter, field)| of(letter, field)(word));
        // The instruction with (x5), `bne x31, x6` over one, `add x5, x7, x0`: the next round has
        // the edge address.
        let body = [on as u32, 0x006f_9463, 0x0003_82b3];
        let body: Vec<Vec<u8>> =
            body.iter().map(|word: &u32| word.to_le_bytes().to_vec()).collect();
        let program = (looping(&body), ROUNDS.1);
        // One translation for all addresses.
        let library = library();
        for &edge in &edges {
            let mut registers = vec![0; 32];
            (registers[5], registers[6], registers[7]) = (DATA, ROUNDS.1 / 2, edge);
            let library = || library.clone();
            compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
                .unwrap_or_else(|why| panic!("{} at {edge:08x}: {why}", row.name));
        }
    }
}

/// A word whose value native code has cached changes when it is stored to under any address.
#[test]
fn native_code_agrees_on_words_stored_to_in_parts() {
    let access = |name: &str, value: u64, base: u64, at: u64| {
        let row = ROWS.iter().find(|row| row.name == name).expect("a name");
        let letter = if row.operands.starts_with('d') { 'd' } else { 't' };
        let fields = [(letter, value), ('s', base), ('i', at)].into_iter();
        let word = fields.fold(row.pattern.value(), |word, (letter, field)| {
            row.pattern.with_field(word, letter, field)
        });
        (word as u32).to_le_bytes().to_vec()
    };
    for (name, base, at) in ["sb", "sh", "sw"]
        .into_iter()
        .flat_map(|name| [3, u64::from(POINTER)].map(|base| (name, base)))
        .flat_map(|(name, base)| (16..=24).map(move |at| (name, base, at)))
    {
        let body = [
            access("lw", 8, 3, 20),
            // `addi x8, x8, 77`
            0x04d4_0413u32.to_le_bytes().to_vec(),
            access("sw", 8, 3, 20),
            access(name, 9, base, at - if base == 3 { 0 } else { 8 }),
            access("lw", 10, 3, 20),
            // `add x9, x9, x10`
            0x00a4_84b3u32.to_le_bytes().to_vec(),
        ];
        let mut registers = vec![5; 32];
        registers[9] = 0x1234_5678;
        let options = Options { profile: Profile::FULL, ..Options::of(crate::Dialect::Gnu) };
        let program = (looping(&body), ROUNDS.1);
        compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
            .unwrap_or_else(|why| panic!("{name} at {at} of {base}: {why}"));
    }
}

/// TRM, "System and Memory": SRAM 1 is at 0x3fc80000 for data and at 0x40380000 for instructions.
#[test]
fn native_code_agrees_on_memory_under_two_addresses() {
    let source = b"_start: li t0, 300
1:  lui a0, 0x3fc90
    lui a1, 0x40390
    lw a2, (a0)
    sw t0, (a1)
    lw a3, (a0)
    sub a3, a3, t0
    or s0, s0, a3
    addi t0, t0, -1
    bnez t0, 1b
2:  j 2b
";
    let options = Options::esp32c3();
    let image = assembled(&options, "twice.s", source);
    let mut machine = Riscv32::new(options);
    machine.set_engine(Engine::Translate, library().as_ref());
    machine.load(&image).expect("it fits");
    machine.run(&mut Host::default(), 5000, &mut ());
    assert_eq!([machine.register("t0"), machine.register("s0")], [Some(0); 2]);
}

/// That a register points to memory is already known in a later round, but its alignment may be
/// new.
#[test]
fn native_code_agrees_on_words_where_there_were_bytes() {
    // `add x5, x7, x0`, `bne x31, x6` over one, `add x5, x12, x0`, `addi x13, x0, 4`, `beq x0, x0` to the
    // next; `bne x13, x14` over one, `lw x9, 0(x5)`, `lb x8, 0(x5)`, `addi x13, x13, -1`, `bnez x13` to the
    // one before `lw`.
    let body: [u32; 10] = [
        0x0003_82b3,
        0x006f_9463,
        0x0006_02b3,
        0x0040_0693,
        0x0000_0263,
        0x00e6_9463,
        0x0002_a483,
        0x0002_8403,
        0xfff6_8693,
        0xfe06_98e3,
    ];
    let body: Vec<Vec<u8>> = body.iter().map(|word| word.to_le_bytes().to_vec()).collect();
    for (away, strict_align) in (20..24).flat_map(|away| [(away, false), (away, true)]) {
        let mut registers = vec![0; 32];
        (registers[6], registers[7], registers[12]) = (ROUNDS.1 / 2, DATA + 20, DATA + away);
        registers[14] = 2;
        let gnu = Options::of(crate::Dialect::Gnu);
        let options = Options { strict_align, profile: Profile::FULL, ..gnu };
        let program = (looping(&body), ROUNDS.1);
        compare_native(library, &program, &[7; 32], &registers, &[20_000], 0, options)
            .unwrap_or_else(|why| panic!("{away}: {why}"));
    }
}

/// A quotient and a remainder of the same operands need one division, and both words of a product
/// one multiplication, unless an operand changed.
#[test]
fn native_code_agrees_on_pairs_of_results() {
    // MUL, MULH, MULHSU or MULHU of x5 and x6; DIV, DIVU, REM or REMU.
    let compute = |to: u32, function: u32| 0x0262_8033 | function << 12 | to << 7;
    // Nothing; `addi x5, x5, 1`; `addi x6, x6, 3`; `sub x6, x0, x6`.
    let between = [None, Some(0x0012_8293), Some(0x0033_0313), Some(0x4060_0333)];
    let edges = [0, 1, 7, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let options = Options { profile: Profile::FULL, ..Options::of(crate::Dialect::Gnu) };
    let pairs = [0..4, 4..8].into_iter().flat_map(|functions| {
        let second = functions.clone();
        functions.flat_map(move |first| second.clone().map(move |second| (first, second)))
    });
    for ((first, second), change) in pairs.flat_map(|pair| between.map(|change| (pair, change))) {
        let words = [Some(compute(8, first)), change, Some(compute(9, second))];
        let body: Vec<Vec<u8>> =
            words.into_iter().flatten().map(|word: u32| word.to_le_bytes().to_vec()).collect();
        let program = (looping(&body), ROUNDS.1);
        let library = library();
        for (a, b) in edges.iter().flat_map(|&a| edges.map(|b| (a, b))) {
            let mut registers = vec![5; 32];
            (registers[5], registers[6]) = (a, b);
            let library = || library.clone();
            compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
                .unwrap_or_else(|why| panic!("{first} {second} of {a:#x}, {b:#x}: {why}"));
        }
    }
}
