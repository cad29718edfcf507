//! Caches and pipelines follow a run, back and after changes.

use targets::cache::{CacheCounts, CacheShape};

use super::*;

/// Reads 64 words at a stride of 4 bytes that a register has: 3 instructions, 64 rounds of 4, and 2.
const WALK: &str = "\
        .data
words:  .space  4096
        .text
main:   la      $t0, words
        li      $t1, 64
loop:   lw      $t2, 0($t0)
        addu    $t0, $t0, $t3
        addiu   $t1, $t1, -1
        bnez    $t1, loop
        li      $v0, 10
        syscall
";

fn shapes(session: &Session) -> CacheShapes {
    let shape = CacheShape::read("8x1x16", session.whole().target.spec()).unwrap();
    CacheShapes { instruction: Some(shape), data: Some(shape) }
}

/// Counts of both caches at this position.
fn counts(session: &mut Session) -> (CacheCounts, CacheCounts) {
    let shapes = shapes(session);
    let of = |cache: &Option<targets::cache::Cache>| cache.as_ref().unwrap().counts();
    let look = |caches: &Caches, since| {
        assert_eq!(since, 0);
        (of(&caches.instruction), of(&caches.data))
    };
    session.caches(&shapes, u64::MAX, look).unwrap()
}

fn step(session: &mut Session, count: u64) {
    session.go(Movement::Instructions(count, false), u64::MAX);
}

#[test]
fn caches_are_those_of_the_shown_moment() {
    let (mut one, mut seen) = (session(("mars", WALK)), Vec::new());
    one.assign("$t3", "4").unwrap();
    loop {
        seen.push(counts(&mut one));
        if one.go(Movement::Instructions(1, false), 100).halt != Halt::Done {
            break;
        }
    }
    let expected = CacheCounts { accesses: 64, hits: 48, write_backs: 0 };
    assert_eq!((seen.len(), seen[260].1), (261, expected));
    assert_eq!(seen[200].0.accesses, 200, "each instruction is fetched");
    // Back by one, to the beginning, and forward again.
    for position in [259, 258, 4, 0, 100, 101, 260] {
        one.go_to(position);
        assert_eq!(counts(&mut one), seen[position as usize], "{position}");
    }
}

#[test]
fn what_the_user_changes_counts_from_then_on() {
    let mut one = session(("mars", WALK));
    one.assign("$t3", "4").unwrap();
    // After 32 loads, each word is in another line.
    step(&mut one, 3 + 32 * 4);
    assert_eq!(counts(&mut one).1.misses(), 8);
    one.assign("$t3", "16").unwrap();
    assert_eq!(counts(&mut one).1.misses(), 8);
    step(&mut one, 32 * 4);
    // The first of these 32 is in the line that follows the last one.
    assert_eq!(counts(&mut one).1.misses(), 8 + 32);
    step(&mut one, 1);
    assert_eq!(counts(&mut one).1, CacheCounts { accesses: 64, hits: 24, write_backs: 0 });
}

#[test]
fn a_long_run_is_followed_in_parts() {
    let source = WALK
        .replace("li      $t1, 64", "li      $t1, 600000")
        .replace("addu    $t0, $t0, $t3", "lw $t4, 0($t0)");
    let mut one = session(("mars", &source));
    one.go(Movement::On, 2_400_000);
    let shapes = shapes(&one);
    let mut parts = 0;
    while one.caches(&shapes, 1, |_, _| ()).is_none() {
        parts += 1;
    }
    assert_eq!(parts, 2, "2.4 million instructions are three parts");
    let accesses = counts(&mut one).1.accesses;
    // An earlier moment is near one that was kept.
    one.go_to(2_399_000);
    let mut parts = 0;
    while one.caches(&shapes, 1, |_, _| ()).is_none() {
        parts += 1;
    }
    assert_eq!(parts, 0);
    assert_eq!(counts(&mut one).1.accesses, accesses - 500);
}

#[test]
fn a_pipeline_has_the_cycles_of_its_model() {
    let source = "\
main:   li      $t0, 6
        li      $t1, 7
        mult    $t0, $t1
        mflo    $t2
        sw      $t2, 0($sp)
        lw      $t3, 0($sp)
        addu    $t4, $t3, $t3
        b       end
        nop
end:    mul     $t5, $t0, $t1
        addu    $t6, $t5, $t5
        li      $v0, 10
        syscall
";
    let mut one = session(("mars", source));
    let cycles = |session: &Session| session.counts().cycles[1].cycles;
    for _ in 0..11 {
        step(&mut one, 1);
        let (all, few) = (one.pipeline(20).unwrap(), one.pipeline(3).unwrap());
        assert_eq!((all.cycles, few.cycles), (cycles(&one), cycles(&one)));
        // All rows together are the whole count, and a part of them is a part of the diagram.
        assert_eq!(all.rows.iter().map(|row| row.cycles).sum::<u64>(), cycles(&one));
        assert_eq!(few.rows[..], all.rows[all.rows.len().saturating_sub(3)..]);
    }
    let rows = one.pipeline(20).unwrap().rows;
    let causes: Vec<(usize, &str)> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, late)| late.causes.iter().map(move |cause| (row, cause.as_str())))
        .collect();
    // Source: the definition of the model r3000: HI and LO are ready 12 cycles after mult begins.
    let expected = [
        (3, "11 stalls: wait for HI and LO"),
        (6, "1 stall: load-use on t3"),
        (8, "1 bubble: taken branch or jump"),
        (9, "11 stalls: the instruction before is in EX for 12 cycles"),
    ];
    assert_eq!(causes, expected);
    let mut other = session(("rars", "main: li a0, 1\n"));
    assert_eq!(other.pipeline(3), None);
}
