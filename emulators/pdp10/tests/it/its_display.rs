//! Programs that use the Type 340 display, through the system or by themselves.

use asmkit::{NoLibrary, Sources};
use machine::{Engine, Host, Machine as _, Picture, Stop};
use pdp10::{Options, Pdp10, Word36, assembler};

/// How a program ends after at most N instructions, and the picture on the display.
fn shown_after(body: &str, options: Options, instructions: u64) -> (Stop, Option<Picture>) {
    let program = format!("\tTITLE TEST\n{body}\n\tEND GO\n");
    let mut sources = Sources::new();
    let file = sources.add("test.mid", program.as_bytes());
    let assembled = assembler::assemble(&mut sources, &[file], &options, &NoLibrary);
    let image = assembled.expect("it assembles").binary.image();
    let run = |engine: Engine| {
        let mut machine = Pdp10::new(options);
        machine.set_engine(engine, None);
        machine.load(&image).expect("it fits");
        let stop = machine.run(&mut Host::default(), instructions, &mut ());
        (stop, machine.picture(), machine.counts().instructions)
    };
    let plain = run(Engine::Plain);
    assert_eq!(plain, run(Engine::Careful));
    (plain.0, plain.1)
}

fn shown(body: &str) -> (Stop, Option<Picture>) {
    shown_after(body, Options::default(), 100_000)
}

/// Lit points from the lower left corner, with their brightness, in order of rows from the top.
fn points(picture: Option<Picture>) -> Vec<(usize, usize, u8)> {
    let picture = picture.expect("something is shown");
    let (width, height) = (picture.width as usize, picture.height as usize);
    assert_eq!(picture.brightness.len(), width * height);
    let lit = picture.brightness.iter().enumerate().filter(|(_, brightness)| **brightness > 0);
    lit.map(|(at, &brightness)| (at % width, height - 1 - at / width, brightness)).collect()
}

const ENDS: Stop = Stop::Exit { status: 0 };

/// Commands that light one point with intensity 7: at 5 from the bottom and 9 from the left.
const POINT: &str = "020117,,220005 ? 002011,,0 ? 0";

/// Source: ITS 1652, `ADSTART` and `SRCY1`: entries have the address of a pointer of `BLKO` and of
/// the next entry. The list is read again for every picture, so later changes are seen.
#[test]
fn the_system_shows_a_list() {
    let body = "
GO:	.DSTART LIST
	 .VALUE
	MOVEI 1,002012
	HRLM 1,SECOND+1
	.LOGOUT 1,
LIST:	0,,ENTRY
ENTRY:	PTR,,NEXT
NEXT:	PTR2,,0
PTR:	-1,,FIRST-1
PTR2:	-2,,SECOND-1
FIRST:	020117,,220005
	0
SECOND:	022011,,220006
	002013,,003000
";
    let (stop, picture) = shown(body);
    assert_eq!(stop, ENDS);
    assert_eq!(points(picture), [(10, 6, 255), (9, 5, 255)]);
}

#[test]
fn one_block_is_a_picture() {
    let body = format!("GO:\t.DSTART [-3,,DATA-1]\n\t .VALUE\n\t.LOGOUT 1,\nDATA:\t{POINT}\n");
    let (stop, picture) = shown(&body);
    assert_eq!((stop, points(picture)), (ENDS, vec![(9, 5, 255)]));
}

/// Source: ITS 1652, `SRCY1A`: the word before the data of an array has a pointer to it.
#[test]
fn arrays_of_lisp_are_shown() {
    let body = format!(
        "
GO:	.DSTRTL LIST
	 .VALUE
	.LOGOUT 1,
LIST:	0,,ENTRY
ENTRY:	HEADER,,0
HEADER:	-3,,DATA
	-3,,DATA
DATA:	{POINT}
"
    );
    let (stop, picture) = shown(&body);
    assert_eq!((stop, points(picture)), (ENDS, vec![(9, 5, 255)]));
}

#[test]
fn a_stopped_picture_fades() {
    let body = format!(
        "
GO:	.DSTART [-3,,DATA-1]
	 .VALUE
	.DSTOP
	MOVEI 1,12.
	.SLEEP 1,
	.DSTART [0]
	 .VALUE
	.LOGOUT 1,
DATA:	{POINT}
"
    );
    let (stop, picture) = shown(&body);
    let lit = points(picture);
    assert_eq!(stop, ENDS);
    assert!(matches!(lit[..], [(9, 5, 120..=130)]), "{lit:?}");
}

/// A list without an end is shown as far as a picture can have it.
#[test]
fn an_endless_list_ends() {
    let body = format!(
        "
GO:	.DSTART LIST
	 .VALUE
	.DCLOSE
	.LOGOUT 1,
LIST:	0,,ENTRY
ENTRY:	PTR,,ENTRY
PTR:	400000,,DATA-1
DATA:	{POINT}
"
    );
    let (stop, picture) = shown(&body);
    assert_eq!((stop, points(picture).len()), (ENDS, 1));
}

/// Source: ITS 1652, `AIOTLS`: a negative accumulator asks for it.
const DIRECT: &str = "
GO:	SETO 1,
	.IOTLSR 1,
	CONO 130,100
	DATAO 130,[020117,,220005]
	CONSO 130,200
	 JRST .-1
	DATAI 0,2
	DPB 2,[001200,,XY]
	DATAO 130,XY
	CONSZ 130,400
	 .VALUE
	DATAO 130,[003000,,0]
	CONSO 130,400
	 .VALUE
	CONI 774,4
	JUMPN 4,[.VALUE]
	MOVE 5,[-2,,XY-1]
	BLKO 130,5
	 .VALUE
	BLKO 130,5
	 .LOGOUT 1,
	.VALUE
XY:	020000,,002000
	0
";

#[test]
fn a_job_may_use_the_display_itself() {
    let options = Options { switches: Word36::new(9), ..Options::default() };
    let (stop, picture) = shown_after(DIRECT, options, 100_000);
    assert_eq!((stop, points(picture)), (ENDS, vec![(9, 5, 255)]));
}

#[test]
fn input_and_output_need_a_request() {
    let body = "GO:\tCONO 130,100\n\t.LOGOUT 1,\n";
    let (stop, picture) = shown(body);
    assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
    assert_eq!(picture, None);
    let options = Options { does_io: true, ..Options::default() };
    assert_eq!(shown_after(body, options, 100).0, ENDS);
    let ended = "GO:\tSETO 1,\n\t.IOTLSR 1,\n\tSETZ 1,\n\t.IOTLSR 1,\n\tCONO 130,0\n\t.LOGOUT 1,\n";
    assert!(matches!(shown(ended).0, Stop::Fault(_)));
}
