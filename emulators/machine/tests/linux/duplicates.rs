//! Copies of descriptors: `dup`, `dup2`, `dup3` and `fcntl`.

use super::{EBADF, EINVAL, EMFILE, PLACE, generic, o32};

/// dup(2): the copies share the position, and the file stays open until the last one is closed.
#[test]
fn descriptors_are_duplicated() {
    let mut bench = generic();
    let name = bench.name(b"data");
    bench.call(56, &[0, name, 2]).expect("it opens");
    assert_eq!(bench.call(23, &[3]), Ok(4));
    assert_eq!(bench.call(63, &[3, PLACE, 4]), Ok(4));
    assert_eq!(bench.call(63, &[4, PLACE, 2]), Ok(2));
    assert_eq!(bench.bytes(PLACE, 2), b"45");
    assert_eq!(bench.call(57, &[3]), Ok(0));
    assert_eq!(bench.call(64, &[4, PLACE, 1]), Ok(1));
    assert_eq!(bench.host.files.get(b"data"), Some(&b"0123454789"[..]));
    // The lowest free one is that of the closed file; another open file has its own position.
    assert_eq!(bench.call(56, &[0, name, 2]), Ok(3));
    assert_eq!(bench.call(62, &[3, 0, 1]), Ok(0));
    assert_eq!(bench.call(62, &[4, 0, 1]), Ok(7));
    // Standard output.
    assert_eq!(bench.call(23, &[1]), Ok(5));
    bench.put(PLACE, b"out");
    assert_eq!(bench.call(64, &[5, PLACE, 3]), Ok(3));
    assert_eq!(bench.host.output.take(), b"out");
    // dup3: closes what the new one referred to.
    const CLOSE_ON_EXEC: u32 = 0o2_000_000;
    assert_eq!(bench.call(24, &[4, 3, CLOSE_ON_EXEC]), Ok(3));
    assert_eq!(bench.call(62, &[3, 0, 1]), Ok(7));
    assert_eq!(bench.call(24, &[4, 4, 0]), Err(EINVAL));
    assert_eq!(bench.call(24, &[4, 5, 1]), Err(EINVAL));
    assert_eq!(bench.call(24, &[9, 5, 0]), Err(EBADF));
    assert_eq!(bench.call(24, &[4, 1024, 0]), Err(EBADF));
    assert_eq!(bench.call(23, &[9]), Err(EBADF));
    // fcntl with F_DUPFD and F_DUPFD_CLOEXEC: the lowest one from a number on.
    assert_eq!(bench.call(25, &[4, 0, 1000]), Ok(1000));
    assert_eq!(bench.call(25, &[4, 1030, 1000]), Ok(1001));
    assert_eq!(bench.call(25, &[4, 0, 1024]), Err(EINVAL));
    assert_eq!(bench.call(25, &[9, 0, 10]), Err(EBADF));
    for expected in 1002..1024 {
        assert_eq!(bench.call(25, &[4, 0, 1000]), Ok(expected));
    }
    assert_eq!(bench.call(25, &[4, 0, 1000]), Err(EMFILE));
    for expected in 6..1000 {
        assert_eq!(bench.call(23, &[0]), Ok(expected));
    }
    assert_eq!(bench.call(23, &[0]), Err(EMFILE));
    assert_eq!(bench.host.notes.len(), 0);
}

/// dup2(2) does nothing if both are the same.
#[test]
fn a_descriptor_is_duplicated_to_itself() {
    let mut bench = o32();
    assert_eq!(bench.call(4063, &[1, 1]), Ok(1));
    assert_eq!(bench.call(4063, &[9, 9]), Err(EBADF));
    assert_eq!(bench.call(4063, &[2, 7]), Ok(7));
    bench.put(PLACE, b"error");
    assert_eq!(bench.call(4004, &[7, PLACE, 5]), Ok(5));
    assert_eq!(bench.host.errors.take(), b"error");
    assert_eq!(bench.call(4041, &[7]), Ok(3));
    assert_eq!(bench.call(4327, &[7, 4, 0]), Ok(4));
}
