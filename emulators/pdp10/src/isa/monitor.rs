//! Names of the monitor's numbered operations and calls.

/// Opcodes that print and read: `.IOT`, and `.OPEN` and symbolic `.CALL` for the channel.
///
/// Source: ITS 1652, the table of UUOs.
pub(crate) const TRANSFERS: &[u64] = &[0o40, 0o41, 0o43];

/// `.OPER` operations, numbered from 1.
///
/// Source: ITS 1652, `OPRIRP`.
#[rustfmt::skip]
pub(crate) const OPERS: &[&str] = &[
    "ITYI", "LISTEN", "SLEEP", "SETMSK", "SETM2", "DEMON", "CLOSE", "UCLOSE",
    "ATTY", "DTTY", "IOPUSH", "IOPOP", "DCLOSE", "DSTOP", "RDTIME", "RDSW",
    "GUN", "UDISMT", "GETSYS", "IPDP", "GETLOC", "SETLOC", "DISOWN", "DWORD",
    "DSTEP", "GENSYM", "LOGOUT", "REALT", "WSNAME", "UPISET", "RESET", "ARMOVE",
    "DCONTIN", "CBLK", "ASSIGN", "DESIGN", "RTIME", "RDATE", "HANG", "EOFC",
    "IOTLSR", "RSYSI", "SUPSET", "PDTIME", "ARMRS", "UBLAT", "IOPDL", "ITYIC",
    "MASTER", "VSTST", "NETAC", "NETS", "REVIVE", "DIETIM", "SHUTDN", "ARMOFF",
    "NDIS", "FEED", "EVAL", "REDEF", "IFSET", "UTNAM", "UINIT", "RYEAR",
    "RLPDTM", "RDATIM", "RCHST", "RBTC", "DMPCH", "SWAP", "MTAPE", "GENNUM",
    "NETINT",
];

/// `.CALL` calls by accumulator, from 1; 0 is the symbolic call.
///
/// Source: ITS 1652, `CALIRP`.
#[rustfmt::skip]
pub(crate) const CALLS: &[&str] = &[
    "DISMIS", "LOSE", "TRANAD", "VALUE", "UTRAN", "CORE", "TRAND",
    "DSTART", "FDELE", "DSTRTL", "SUSET", "LTPEN", "VSCAN", "POTSET",
];
