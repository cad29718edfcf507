//! Loops in which native code and the plain engine could differ.

use super::*;

/// Addresses around zero, the ends of memory areas and the top, inside native code, for each load
/// and store.
#[test]
fn native_code_agrees_on_addresses_that_turn_odd() {
    let edges = [0, DATA, DATA + 0x2_0000, TEXT, 0x7fff_effc, 0x8000_0000, 0xffff_0000];
    let edges = edges.iter().flat_map(|edge: &u32| (-4..=1).map(|by| edge.wrapping_add_signed(by)));
    let edges: Vec<u32> = edges.collect();
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.operands.contains("i(s)")).collect();
    assert!(rows.len() > 15 && edges.len() == 42);
    let modes = [(false, false), (true, false), (false, true)];
    for (row, (big_endian, delayed)) in rows.iter().flat_map(|row| modes.map(|mode| (row, mode))) {
        let options =
            Options { big_endian, delayed_branches: delayed, ..Options::of(Dialect::Mars) };
        let on = row.pattern.with_field(row.pattern.value(), 's', 8) as u32 | 12 << 16;
        // The row's with 0($8), `bne $26, $9` over one, `addu $8, $10, $0`: the next round has the
        // edge. In a slot, `nop`.
        let body = if delayed {
            vec![on, 0x1749_0002, 0, 0x0140_4021]
        } else {
            vec![on, 0x1749_0001, 0x0140_4021]
        };
        let program = (looping(&body), ROUNDS.1);
        // One translation for all addresses.
        let library = library();
        for &edge in &edges {
            let mut registers = vec![0; 32];
            (registers[8], registers[9], registers[10]) = (DATA, ROUNDS.1 / 2, edge);
            let library = || library.clone();
            compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
                .unwrap_or_else(|why| panic!("{} at {edge:08x}: {why}", row.name));
        }
    }
}

/// A word that native code holds as a value changes with any store to it.
#[test]
fn native_code_agrees_on_words_stored_to_in_parts() {
    let access = |name: &str, value: u32, base: u8, at: u32| {
        let row = ROWS.iter().find(|row| row.name == name).expect("a name");
        row.pattern.with_field(row.pattern.value(), 's', base.into()) as u32 | value << 16 | at
    };
    let stores = [("sb", 1), ("sh", 2), ("sw", 4), ("swl", 1), ("swr", 1)];
    for (name, base, at) in stores
        .into_iter()
        .flat_map(|(name, units)| [28, POINTER].map(|base| (name, units, base)))
        .flat_map(|(name, units, base)| (8..=16).step_by(units).map(move |at| (name, base, at)))
    {
        let body = [
            access("lw", 8, 28, 12),
            // `addiu $8, $8, 77`
            0x2508_004d,
            access("sw", 8, 28, 12),
            access(name, 9, base, at - if base == 28 { 0 } else { 8 }),
            access("lw", 10, 28, 12),
            // `addu $9, $9, $10`
            0x012a_4821,
        ];
        let mut registers = vec![5; 32];
        registers[9] = 0x1234_5678;
        for big_endian in [false, true] {
            let options = Options { big_endian, ..Options::of(Dialect::Mars) };
            let program = (looping(&body), ROUNDS.1);
            compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
                .unwrap_or_else(|why| panic!("{name} at {at} of {base}: {why}"));
        }
    }
}

/// In a later round, a register is known to point to memory, but perhaps not to be a multiple of 4.
#[test]
fn native_code_agrees_on_words_where_there_were_bytes() {
    // `addu $8, $10, $0`, `bne $26, $9` over one, `addu $8, $13, $0`, `addiu $14, $0, 4`, `beq $0, $0` to
    // the next; `bne $14, $15` over one, `lw $11, 0($8)`, `lb $12, 0($8)`, `addiu $14, $14, -1`,
    // `bnez $14` to the one before `lw`.
    let body = [
        0x0140_4021,
        0x1749_0001,
        0x01a0_4021,
        0x240e_0004,
        0x1000_0000,
        0x15cf_0001,
        0x8d0b_0000,
        0x810c_0000,
        0x25ce_ffff,
        0x15c0_fffb,
    ];
    for (away, big_endian) in (20..24).flat_map(|away| [(away, false), (away, true)]) {
        let mut registers = vec![0; 32];
        (registers[9], registers[10], registers[13]) = (ROUNDS.1 / 2, DATA + 20, DATA + away);
        registers[15] = 2;
        let options = Options { big_endian, ..Options::of(Dialect::Mars) };
        let program = (looping(&body), ROUNDS.1);
        compare_native(library, &program, &[7; 32], &registers, &[20_000], 0, options)
            .unwrap_or_else(|why| panic!("{away}: {why}"));
    }
}

/// `b` and `bal` of the assemblers are such branches.
#[test]
fn branches_that_compare_only_zero_do_not_fall_through() {
    let falls = |name: &str, s: u64| {
        let row = ROWS.iter().find(|row| row.name == name).expect("a name");
        let word = row.pattern.with_field(row.pattern.value(), 's', s) as u32;
        let mut machine = Mips32::new(Options::of(Dialect::Mars));
        machine.load(&image(&[word, 0], &[], false)).expect("it fits");
        machine.role(TEXT.into()).expect("an instruction").falls
    };
    for name in ["beq", "bgez", "blez", "bgezal"] {
        assert!(!falls(name, 0) && falls(name, 8), "{name}");
    }
    for name in ["bne", "bltz", "bgtz", "bltzal"] {
        assert!(falls(name, 0) && falls(name, 8), "{name}");
    }
}

/// The engines end such a program at the jump, with the same registers and counts.
#[test]
fn engines_agree_on_jumps_to_places_without_instructions() {
    for target in [-1, -2, -3, 0, 1, i32::MIN, i32::MAX, TEXT as i32 + 3, DATA as i32 + 1] {
        // `nop`, `nop`, `jalr $ra, $t9` or `jr $ra`.
        for (jump, register) in [(0x0320_f809, 25), (0x03e0_0008, 31)] {
            let image = image(&[0, 0, jump, 0], &[], false);
            let mut registers = vec![0; 32];
            registers[register] = target as u32;
            let [careful, plain, native] =
                [Engine::Careful, Engine::Plain, Engine::Translate].map(|engine| {
                    let options = Options::of(Dialect::Mars);
                    run(options, engine, &image, &registers, &[1000], &mut ())
                });
            assert_ne!(careful.stop, Stop::Budget, "{target:x}");
            assert_eq!(careful, plain, "{target:x}");
            assert_eq!(careful, native, "{target:x}");
        }
    }
}

/// Two accesses of any sizes near one register share a lookup, and each address must be aligned.
#[test]
fn native_code_agrees_on_alignment_of_two_accesses() {
    let names = ["lb", "lh", "lhu", "lw", "sh", "sw"];
    let accesses = names.into_iter().flat_map(|name| {
        let row = ROWS.iter().find(|row| row.name == name).expect("a name");
        let word = row.pattern.with_field(row.pattern.value(), 's', 8) as u32;
        [0, 2, 4, 7].map(|at| word | at)
    });
    let accesses: Vec<u32> = accesses.collect();
    let pairs = accesses.iter().flat_map(|&one| accesses.iter().map(move |&other| (one, other)));
    for (one, other) in pairs {
        // `bne $26, $9` over one, `addu $8, $10, $0`: half of the rounds have the other address.
        let body = vec![one | 12 << 16, other | 13 << 16, 0x1749_0001, 0x0140_4021];
        let program = (looping(&body), ROUNDS.1);
        let library = library();
        for address in DATA + 8..DATA + 12 {
            let mut registers = vec![0; 32];
            (registers[8], registers[9], registers[10]) = (DATA, ROUNDS.1 / 2, address);
            let (library, options) = (|| library.clone(), Options::of(Dialect::Mars));
            compare_native(library, &program, &[7; 32], &registers, &[5000], 0, options)
                .unwrap_or_else(|why| panic!("{one:08x}, {other:08x} at {address:08x}: {why}"));
        }
    }
}

/// Code whose counters and entries are no longer in the arena of its context.
#[test]
fn native_code_agrees_when_the_arena_is_full() {
    let library = library();
    let mut are_there = [false; 2];
    for number in 0..60 {
        // `lw $8, 4 * n($28)`, `sw $8, 4 * n($29)`, and an instruction that differs each time.
        let accesses =
            (0..60).flat_map(|at| [0x8f88_0000, 0xafa8_0000].map(|access| access + 4 * at));
        let body: Vec<u32> = accesses.chain([0x2508_0000 | number]).collect();
        let program = (looping(&body), ROUNDS.1);
        let mut registers = vec![0; 32];
        (registers[28], registers[29]) = (DATA, DATA + 0x400);
        let same = || library.clone();
        let options = Options::of(Dialect::Mars);
        compare_native(same, &program, &[7; 128], &registers, &[20_000], 0, options)
            .unwrap_or_else(|why| panic!("{number}: {why}"));
        let regions = library.as_ref().map_or_else(Vec::new, |library| library.at(TEXT));
        regions
            .iter()
            .for_each(|region| are_there[usize::from(region.code.arena.is_none())] = true);
    }
    assert_eq!(are_there, [library.is_some(); 2], "regions in the arena, and others");
}

/// A procedure that runs long is not translated again with its caller.
#[test]
fn code_that_runs_long_is_translated_once() {
    // `jal` to the procedure, `nop`, `addiu $26, $26, -1`, `bgtz $26` to the start, `nop`, and the end.
    let caller = [0x0c00_0000 + (TEXT >> 2) + 6, 0, 0x275a_ffff, 0x1f40_fffc, 0, 0xc];
    // `addiu $8, $0, 1000`, `addiu $8, $8, -1`, `bgtz $8` to the instruction before it, `nop`,
    // `jr $ra`, `nop`.
    let procedure = [0x2408_03e8, 0x2508_ffff, 0x1d00_fffe, 0, 0x03e0_0008, 0];
    let image = image(&[caller, procedure].concat(), &[0; 4], false);
    let mut registers = vec![0; 32];
    registers[26] = 200_000;
    let Some(library) = library() else { return };
    let options = Options { delayed_branches: true, ..Options::of(Dialect::Mars) };
    let mut machine = Mips32::new(options);
    machine.set_engine(Engine::Auto, Some(&library));
    let ended = run_on(&mut machine, &image, &registers, &[u64::MAX], &mut ());
    assert_eq!(ended.counts.instructions, 200_000 * (5 + 3 + 3 * 1000));
    let regions = (TEXT..TEXT + 48).step_by(4).flat_map(|address| library.at(address));
    let regions: Vec<Vec<u32>> =
        regions.map(|region| region.blocks.iter().map(|block| block.address).collect()).collect();
    let with = |address: u32| regions.iter().filter(|blocks| blocks.contains(&address)).count();
    assert_eq!((with(TEXT), with(TEXT + 4 * 7)), (1, 1), "{regions:x?}");
}
