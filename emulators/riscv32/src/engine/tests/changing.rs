//! Programs that store into their instructions.

use super::*;

#[test]
fn a_program_that_keeps_changing_itself_is_not_decoded_again_and_again() {
    let source =
        b".option norvc\n.globl _start\n_start: li a0, 0\nli s0, 100000\nla s1, patch\nli s2, 0x00150513\n\
                   li s3, 0x00300000\nloop: xor s2, s2, s3\nsw s2, 0(s1)\npatch: addi a0, a0, 1\naddi s0, s0, -1\nbnez s0, loop\n\
                   li a0, 0\nli a7, 93\necall\n";
    let mut followed = loaded_by_default(source);
    let mut follow = Follow::new();
    follow.home = std::iter::once(0..u64::MAX).collect();
    let stop = followed.run_followed(&mut Host::default(), 1_000_000, &mut follow);
    assert_eq!(stop, Some(Stop::Exit { status: 0 }));
    for mut machine in [ran_by_default(source), followed] {
        assert_eq!(machine.counts().instructions, 500_011);
        let rewritten = machine::native::Guest::blocks(&mut machine).rewritten();
        assert!((1..10_000).contains(&rewritten), "{rewritten}");
    }
}

#[test]
fn storing_what_an_instruction_already_is_changes_nothing() {
    let source = b".option norvc\n.globl _start\n_start: la s1, patch\nlw s2, 0(s1)\n\
                   sw s2, 0(s1)\npatch: li a0, 0\nli a7, 93\necall\n";
    let mut machine = ran_by_default(source);
    assert_eq!(machine::native::Guest::blocks(&mut machine).rewritten(), 0);
}
