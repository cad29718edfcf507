//! Several jobs, raid registers and names of bits, by lines.

use super::*;

/// Counts to three, and stops with `.VALUE`.
const COUNT: &str = "\
	TITLE COUNT
N:	0
GO:	MOVEI 1,3
LOOP:	AOS N
	SOJG 1,LOOP
	.VALUE
	.LOGOUT 1,
	END GO
";

/// The terminal's text for a program COUNT, with STARS as `SYS;TS STARS` on the disk.
fn session(script: &str) -> String {
    let image = assembled(COUNT);
    let target = Target::of("midas").unwrap();
    let sources = Sources::new();
    let program = Program { target: &target, image: &image, sources: &sources };
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let mut host = Host { input: Input::open(), program: b"COUNT".to_vec(), ..Host::default() };
    host.files.give(b"SYS;TS STARS".to_vec(), keys::file(STARS));
    let console = DdtConsole::new(&mut input, &mut output, true);
    Ddt::new(&program, host, console, 100_000).unwrap().serve().unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn jobs_are_made_selected_and_killed() {
    insta::assert_snapshot!(session(
        "LOOP$B\n$G\n:STARS\n2\n$$V\nCOUNT/\n:JOB COUNT\n$$J\nN/\n$P\nN/\n$J\n$1J\nLOOP/\n\
         EMPTY$J\n$G\n$L SYS;TS STARS\n$G\n1\nOTHER$$J\n$$V\nCOUNT$$J\n:FORGET\n$$V\nOTHER$J\n$$V\n\
         :NEW STARS\n1\n$J\n$7J\nSTARS$^X\nSTARS$^X.\nNONE$^X.\n$^X.\n$$V\n:KILL\n:KILL\nN/\n"
    ));
}

/// The disk is one: a job sees what another has written.
#[test]
fn jobs_share_the_disk() {
    let typed = session("N/ 7\n:PDUMP N BIN\nB$J\n$L N BIN\nN/\n:PDUMP M BIN\nCOUNT$J\n^F\n");
    assert!(typed.contains("\n*N/\nN/   7\n"), "{typed}");
    assert!(typed.contains("\nM      BIN "), "{typed}");
}

#[test]
fn there_is_no_room_for_a_ninth_job() {
    let script: String = (1..=8).map(|job| format!("J{job}$J\n")).collect();
    let typed = session(&(script + "$$V\nJ3$^X.\nJ9$J\n"));
    assert_eq!(typed.matches("\n!\n").count(), 8, "{typed}");
    assert_eq!(typed.matches("there is no room").count(), 1, "{typed}");
}

#[test]
fn raid_registers_are_typed_at_each_stop() {
    insta::assert_snapshot!(session(
        "N$V\n$D\nN$2V\n\n(1)+N$V\nLOOP$B\n$G\n$P\n$V\nN$0V\n$0V\n$P\n$0V\n-1$2V\n$7V\n$11V\n$S\n$3V\n\
         1$V\n2$V\n3$V\n4$V\n5$V\n6$V\n7$V\n10$V\n:RAIDFLUSH\n$V\n700000$V\n:RAID\n:RATE N\n"
    ));
}

/// The words and their names are those of the example in ITS's manual of DDT.
#[test]
fn bits_are_typed_by_their_names() {
    let define = "400000<%QXSYM:\n200000<%QXLET:\n100000<%QXNUM:\n7000<%QXCNT:\n100<%QXERS:\n\
                  1<%QXQTY:\n527077<%QX:\n";
    let typed = session(&format!(
        "{define}%QX$?\n43?\n123456?\n500000?\n665400?\nTRNE 1,43_\nMOVE 1,43_\n$H\n1,,43;\n$R\n43_\n"
    ));
    insta::assert_snapshot!(typed);
}

#[test]
fn names_of_bits_apply_to_halves_and_follow_each_other() {
    insta::assert_snapshot!(session(
        "4,,0<%L1:\n1,,0<%L2:\n%L$?\n5,,5?\nTLNE 1,5_\nTLNE 1,15_\n10<%R1:\n%R$<777777>?\n\
         5,,10?\n%R$<777777>?\n5,,10?\n$0?\n10?\n$<0>?\n5$?\n$A\n5,,10?\n"
    ));
}

#[test]
fn commands_without_a_meaning_here_say_why() {
    let typed = session(":DDTSYM FOO/\n:SEND BOB hello\n:WALBEGIN X Y\n:LINK A B,C D\n:TIME\n");
    for why in ["no memory that", "no other users, no mail", "no line printer", "without links"] {
        assert!(typed.contains(why), "{why}: {typed}");
    }
    assert!(typed.contains("there is no program TS TIME on the disk"), "{typed}");
}
