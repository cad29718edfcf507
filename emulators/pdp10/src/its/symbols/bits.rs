//! Names of ITS bits and codes known to MIDAS.
//!
//! Source: ITS, `SYSTEM;BITS 117`, which ITS 1648 passes to MIDAS with `.GETSYS`. A name of about
//! two characters is the mask with which DDT types a word of such bits.

/// Names and values, six characters of each name.
#[rustfmt::skip]
pub(super) const BITS: &[(&str, u64)] = &[
    // errors of symbolic calls
    ("%E", 0o777777_777700), ("%ENSDV", 0o1), ("%ENSIO", 0o2), ("%ETMTR", 0o3), ("%ENSFL", 0o4),
    ("%EFLDR", 0o5), ("%EFLDV", 0o6), ("%ENRDV", 0o7), ("%ENADV", 0o10), ("%EBDFN", 0o11),
    ("%ENSMD", 0o12), ("%EEXFL", 0o13), ("%EBDCH", 0o14), ("%ETMRG", 0o15), ("%ENAPK", 0o16),
    ("%ENSDR", 0o20), ("%ELCDV", 0o21), ("%ESCO", 0o22), ("%ENAFL", 0o23), ("%ETMDR", 0o24),
    ("%EMCHN", 0o25), ("%ERODV", 0o26), ("%ETMLK", 0o27), ("%ETFRG", 0o30), ("%EROJB", 0o31),
    ("%EROPG", 0o32), ("%EBDRG", 0o33), ("%EBDDV", 0o34), ("%ENSJB", 0o35), ("%EBOJ", 0o36),
    ("%ENACR", 0o37), ("%ETOP", 0o40), ("%ENAPP", 0o41), ("%ENAJB", 0o42), ("%ENSCL", 0o43),
    ("%ENSCH", 0o44), ("%ENRBF", 0o45), ("%EBDFL", 0o46), ("%EBDLK", 0o47),
    // first-word interrupts
    ("%PI", 0o525252_525252), ("%PIRLT", 0o200000_000000), ("%PIRUN", 0o100000_000000),
    ("%PINXI", 0o40000_000000), ("%PIJST", 0o20000_000000), ("%PIDCL", 0o10000_000000),
    ("%PIATY", 0o4000_000000), ("%PITTY", 0o2000_000000), ("%PIPAR", 0o1000_000000),
    ("%PIFOV", 0o400_000000), ("%PIWRO", 0o200_000000), ("%PIFET", 0o100_000000),
    ("%PITRP", 0o40_000000), ("%PIDBG", 0o2_000000), ("%PILOS", 0o1_000000), ("%PICLI", 0o400000),
    ("%PIPDL", 0o200000), ("%PILTP", 0o100000), ("%PIMAR", 0o40000), ("%PIMPV", 0o20000),
    ("%PICLK", 0o10000), ("%PI1PR", 0o4000), ("%PIBRK", 0o2000), ("%PIOOB", 0o1000),
    ("%PIIOC", 0o400), ("%PIVAL", 0o200), ("%PIDWN", 0o100), ("%PIILO", 0o40), ("%PIDIS", 0o20),
    ("%PIARO", 0o10), ("%PIB42", 0o4), ("%PIC.Z", 0o2), ("%PITYI", 0o1),
    // the same in the left half
    ("%PJ", 0o1_525252), ("%PJRLT", 0o200000), ("%PJRUN", 0o100000), ("%PJNXI", 0o40000),
    ("%PJJST", 0o20000), ("%PJDCL", 0o10000), ("%PJATY", 0o4000), ("%PJTTY", 0o2000),
    ("%PJPAR", 0o1000), ("%PJFOV", 0o400), ("%PJWRO", 0o200), ("%PJFET", 0o100), ("%PJTRP", 0o40),
    ("%PJDBG", 0o2), ("%PJLOS", 0o1),
    // flags of the PC word
    ("%PC", 0o1_525240), ("%PCARO", 0o400000), ("%PCCR0", 0o200000), ("%PCCR1", 0o100000),
    ("%PCFOV", 0o40000), ("%PCFPD", 0o20000), ("%PCUSR", 0o10000), ("%PCUIO", 0o4000),
    ("%PCPUR", 0o2000), ("%PCSPC", 0o1000), ("%PC1PR", 0o400), ("%PCX17", 0o200), ("%PCFXU", 0o100),
    ("%PCDIV", 0o40),
    // flags of the KL10 and KS10
    ("%PS", 0o1_525240), ("%PSARO", 0o400000), ("%PSPCP", 0o400000), ("%PSCR0", 0o200000),
    ("%PSCR1", 0o100000), ("%PSFOV", 0o40000), ("%PSFPD", 0o20000), ("%PSUSR", 0o10000),
    ("%PSUIO", 0o4000), ("%PSPUB", 0o2000), ("%PSPCU", 0o4000), ("%PSINH", 0o1000),
    ("%PSTR2", 0o400), ("%PSTR1", 0o200), ("%PSFXU", 0o100), ("%PSDIV", 0o40), ("%PS1PR", 0o1600),
    // NETRFC
    ("%NQ", 0o1_525252), ("%NQREF", 0o1),
    // TCPOPN
    ("%NO", 0o1_525252), ("%NOLSN", 0o100),
    // states of NCP sockets
    ("%NS", 0o777777), ("%NSCLS", 0o0), ("%NSLSN", 0o1), ("%NSRFC", 0o2), ("%NSRCL", 0o3),
    ("%NSRFS", 0o4), ("%NSOPN", 0o5), ("%NSRFN", 0o6), ("%NSCLW", 0o7), ("%NSCLI", 0o10),
    ("%NSINP", 0o11),
    // states of TCP channels
    ("%NT", 0o777777), ("%NTCLS", 0o0), ("%NTLSN", 0o1), ("%NTSYR", 0o2), ("%NTCLU", 0o3),
    ("%NTSYN", 0o4), ("%NTOPN", 0o5), ("%NTWRT", 0o6), ("%NTCLX", 0o7), ("%NTCLI", 0o10),
    ("%NTINP", 0o11),
    // why an NCP socket closed
    ("%NC", 0o777777), ("%NCNTO", 0o0), ("%NCUSR", 0o1), ("%NCFRN", 0o2), ("%NCRST", 0o3),
    ("%NCDED", 0o4), ("%NCINC", 0o5), ("%NCBYT", 0o6), ("%NCNCP", 0o7), ("%NCRFS", 0o10),
    // why a TCP connection closed, old names
    (".XC", 0o777777), (".XCNTO", 0o0), (".XCUSR", 0o1), (".XCFRN", 0o2), (".XCRST", 0o3),
    (".XCDED", 0o4), (".XCINC", 0o5), (".XCNCP", 0o7), (".XCRFS", 0o10),
    // why a TCP connection closed
    ("%NX", 0o777777), ("%NXNTO", 0o0), ("%NXUSR", 0o1), ("%NXFRN", 0o2), ("%NXRST", 0o3),
    ("%NXDED", 0o4), ("%NXINC", 0o5), ("%NXNCP", 0o7), ("%NXRFS", 0o10),
    // identification of the KL10 and KS10
    ("%UC", 0o1_525000), ("$UCOPT", 0o331100), ("%UCKLP", 0o400000), ("%UCITS", 0o20000),
    ("%UCTRK", 0o1000), ("$UCVRS", 0o221100), ("%UCVRS", 0o1), ("%HW", 0o527777),
    ("$HWOPT", 0o140600), ("$HWSER", 0o1400),
    // types of arguments of symbolic calls
    ("%CL", 0o1_400777), ("%CLIN", 0o0), ("%CLIMM", 0o1000), ("%CLOUT", 0o2000), ("%CLERR", 0o3000),
    ("%CLBTW", 0o4000), ("%CLBIT", 0o5000),
    // CORBLK
    ("%CB", 0o525252), ("%CBWRT", 0o400000), ("%CBRED", 0o200000), ("%CBNDW", 0o100000),
    ("%CBPUB", 0o40000), ("%CBPRV", 0o20000), ("%CBNDR", 0o10000), ("%CBCPY", 0o4000),
    ("%CBLOK", 0o2000), ("%CBULK", 0o1000), ("%CBSLO", 0o400), ("%CBUSL", 0o200),
    // jobs
    ("%JS", 0o777777), ("%JSELF", 0o777777), ("%JSTVB", 0o777776), ("%JSNUL", 0o777775),
    ("%JSALL", 0o777774), ("%JSNEW", 0o777773), ("%JSABS", 0o777772), ("%JSNUM", 0o400000),
    ("%JSSIX", 0o400376), ("%JSSUP", 0o400377),
    // .REALT
    ("%RL", 0o1_525252), ("%RLFLS", 0o400000), ("%RLSET", 0o200000), ("%RLUSR", 0o100000),
    ("%RLPSD", 0o20000), ("%RLNPS", 0o40000), ("%RLBLK", 0o10000), ("%RLGET", 0o4000),
    // .OPTION, old names
    ("OPTTRP", 0o400000), ("OPTDEC", 0o100000), ("OPTCMD", 0o40000), ("OPTBRK", 0o20000),
    ("OPTDDT", 0o10000), ("OPTINT", 0o4000), ("OPTOJB", 0o2000), ("OPTLOK", 0o1000),
    ("OPTLIV", 0o400), ("OPTOPC", 0o200), ("OPTLSP", 0o100), ("OPTLKF", 0o40),
    // .OPTION
    ("%OP", 0o1_525252), ("%OPTRP", 0o400000), ("%OPDEC", 0o100000), ("%OPCMD", 0o40000),
    ("%OPBRK", 0o20000), ("%OPDDT", 0o10000), ("%OPINT", 0o4000), ("%OPOJB", 0o2000),
    ("%OPLOK", 0o1000), ("%OPLIV", 0o400), ("%OPOPC", 0o200), ("%OPLSP", 0o100), ("%OPLKF", 0o40),
    // .LOSE
    ("%LS", 0o777400), ("%LSINT", 0o1), ("%LSSYS", 0o1000), ("%LSFIL", 0o1400),
    // WHYINT
    ("%WY", 0o777777), ("%WYTYI", 0o1), ("%WYTYO", 0o2), ("%WYSTI", 0o3), ("%WYSTO", 0o4),
    ("%WYNET", 0o5), ("%WYCHA", 0o6), ("%WYTCP", 0o7), ("%WYUBI", 0o10),
    // modes of opens
    (".UAI", 0o0), (".UAO", 0o1), (".BAI", 0o2), (".BAO", 0o3), (".UII", 0o4), (".UIO", 0o5),
    (".BII", 0o6), (".BIO", 0o7),
    // opens of disk files
    ("%DO", 0o1_525252), ("%DOOUT", 0o1), ("%DOBLK", 0o2), ("%DOIMG", 0o4), ("%DONRF", 0o10),
    ("%DONLK", 0o20), ("%DORWT", 0o40), ("%DOWOV", 0o100000),
    // .BREAK 12
    ("..RSTA", 0o1), ("..RLFI", 0o2), ("..RSTP", 0o3), ("..RSYM", 0o4), ("..RJCL", 0o5),
    ("..RPFI", 0o6), ("..RSTB", 0o7), ("..RCON", 0o10), ("..RLJB", 0o13), ("..RRND", 0o14),
    ("..RPUR", 0o15), ("..RHSN", 0o16), ("..RMAI", 0o17), ("..SSTA", 0o400001),
    ("..SLFI", 0o400002), ("..SSYM", 0o400004), ("..SJCL", 0o400005), ("..SPFI", 0o400006),
    ("..SSTB", 0o400007), ("..SRND", 0o400014), ("..SPUR", 0o400015),
    // JOBGET
    ("%JG", 0o1_525252), ("%JGCLS", 0o40000), ("%JGSIO", 0o1000), ("%JGFPD", 0o200),
    // operations of JOBGET
    ("%JO", 0o777777), ("%JOOPN", 0o0), ("%JOIOT", 0o1), ("%JOLNK", 0o2), ("%JORST", 0o3),
    ("%JORCH", 0o4), ("%JOACC", 0o5), ("%JORNM", 0o6), ("%JORWO", 0o7), ("%JOCAL", 0o10),
    // channels of terminals
    ("%TI", 0o1_525277), ("%TJ", 0o1_525277), ("%TICNS", 0o400000), ("%TJCNS", 0o400000),
    ("%TJCP1", 0o200000), ("%TJCP2", 0o100000), ("%TJECH", 0o40000), ("%TJCTN", 0o20000),
    ("%TJSTP", 0o10000), ("%TJDIS", 0o4000), ("%TJSIO", 0o2000), ("%TJMOR", 0o1000),
    ("%TJPP2", 0o400), ("%TJINK", 0o200), ("%TJHDE", 0o100), ("%TIECH", 0o40000),
    ("%TIPEK", 0o20000), ("%TIACT", 0o4000), ("%TIINT", 0o2000), ("%TINWT", 0o1000),
    ("%TIFUL", 0o400), ("$TIIDX", 0o220600), ("%TIIDX", 0o1), ("%TJIDX", 0o1), ("%TINON", 0o77),
    // characters in the input buffer
    ("%TX", 0o525200), ("%TXMPE", 0o400000), ("%TXPIE", 0o200000), ("%TXINT", 0o10000),
    ("%TXECI", 0o2000), ("%TXTOP", 0o4000), ("%TXSFT", 0o1000), ("%TXSUP", 0o1000),
    ("%TXMTA", 0o400), ("%TXCTL", 0o200), ("%TXASC", 0o177),
    // display codes
    ("%TD", 0o777400), ("%TDMOV", 0o200), ("%TDMV1", 0o201), ("%TDEOF", 0o202), ("%TDEOL", 0o203),
    ("%TDDLF", 0o204), ("%TDMTF", 0o205), ("%TDMTN", 0o206), ("%TDCRL", 0o207), ("%TDNOP", 0o210),
    ("%TDBS", 0o211), ("%TDLF", 0o212), ("%TDRCR", 0o213), ("%TDORS", 0o214), ("%TDQOT", 0o215),
    ("%TDFS", 0o216), ("%TDMV0", 0o217), ("%TDCLR", 0o220), ("%TDBEL", 0o221), ("%TDINI", 0o222),
    ("%TDILP", 0o223), ("%TDDLP", 0o224), ("%TDICP", 0o225), ("%TDDCP", 0o226), ("%TDBOW", 0o227),
    ("%TDRST", 0o230), ("%TDGRF", 0o231), ("%TDRSU", 0o232), ("%TDRSD", 0o233), ("%TDSYN", 0o240),
    ("%TDECO", 0o241), ("%TDEDF", 0o242), ("%TDNLE", 0o243), ("%TDTSP", 0o244), ("%TDCTB", 0o245),
    ("%TDCTE", 0o246), ("%TDMLT", 0o247), ("%TDSVL", 0o250), ("%TDRSL", 0o251), ("%TDSSR", 0o252),
    ("%TDSLL", 0o253), ("%TDMAX", 0o254),
    // kinds of terminals
    ("%TN", 0o777777), ("%TNPRT", 0o0), ("%TNDP", 0o1), ("%TNODP", 0o2), ("%TNIML", 0o3),
    ("%TNTEK", 0o4), ("%TNTV", 0o5), ("%TNMEM", 0o6), ("%TNSFW", 0o7), ("%TNTRM", 0o10),
    ("%TNESC", 0o11), ("%TNDTM", 0o12), ("%TNRAY", 0o13), ("%TNHDS", 0o14), ("%TNH19", 0o15),
    ("%TNAAA", 0o16), ("%TNMAX", 0o17),
    // TTYOPT, left half
    ("%TO", 0o1_525252), ("%TOALT", 0o200000), ("%TOCLC", 0o100000), ("%TOERS", 0o40000),
    ("%TOHDX", 0o20000), ("$TOHDX", 0o370100), ("%TOMVB", 0o10000), ("%TOSAI", 0o4000),
    ("%TOSA1", 0o2000), ("%TOOVR", 0o1000), ("%TOMVU", 0o400), ("%TOMOR", 0o200), ("%TOROL", 0o100),
    ("%TORAW", 0o40), ("%TOLWR", 0o20), ("%TOFCI", 0o10), ("%TOIML", 0o4), ("%TOLID", 0o2),
    ("%TOCID", 0o1),
    // TTYOPT, right half
    ("%TP", 0o707252), ("%TPPLF", 0o100000), ("$TPPLF", 0o170300), ("%TPPCR", 0o10000),
    ("$TPPCR", 0o140300), ("%TPPCW", 0o6), ("%TPPTB", 0o1000), ("$TPPTB", 0o110300),
    ("%TPMTA", 0o400), ("%TPPRN", 0o200), ("%TPTEL", 0o100), ("%TPCBS", 0o40), ("%TP11T", 0o20),
    ("%TPORS", 0o10), ("%TPRSC", 0o4), ("%TOUSR", 0o102300), ("%TPUSR", 0o201),
    // TTYSMT, left half
    ("%TQ", 0o1_701725), ("%TQIM1", 0o300000), ("%TQIM4", 0o200000), ("%TQP11", 0o100000),
    ("%TQMCH", 0o700000), ("%TQGRF", 0o1), ("%TQGPH", 0o1), ("%TQSET", 0o2), ("%TQREC", 0o4),
    ("%TQXOR", 0o10), ("%TQBNK", 0o20), ("%TQVIR", 0o40), ("%TQHGT", 0o76000), ("%TQWID", 0o1700),
    // TTYSMT, right half
    ("%TR", 0o534052), ("%TRGIN", 0o400000), ("%TRGHC", 0o200000), ("%TRLED", 0o100000),
    ("%TRSCN", 0o40000), ("%TRLSV", 0o34000), ("%TRTIM", 0o3700), ("$TRTIM", 0o60500),
    // groups of TTYST1 and TTYST2
    ("%TG", 0o777725), ("%TGINT", 0o1), ("%TGACT", 0o2), ("%TGSPC", 0o4), ("%TGIMG", 0o10),
    ("%TGPIE", 0o20), ("%TGMPE", 0o40),
    // TTYSTS
    ("%TS", 0o1_525252), ("%TSFRE", 0o400000), ("%TSCLE", 0o200000), ("%TSHDX", 0o100000),
    ("%TSFCO", 0o40000), ("%TSALT", 0o20000), ("%TSROL", 0o10000), ("%TSSAI", 0o4000),
    ("%TSACT", 0o2000), ("%TSNEA", 0o1000), ("%TSINT", 0o400), ("%TSMOR", 0o200), ("%TSATY", 0o100),
    ("%TSNOE", 0o10), ("%TSLCZ", 0o4), ("%TSSII", 0o2), ("%TSCNS", 0o1), ("$TSCNS", 0o220100),
    // TTYCOM
    ("%TC", 0o1_525252), ("%TCLFT", 0o200000), ("%TCRFT", 0o100000), ("%TCICO", 0o40000),
    ("%TCOCO", 0o20000), ("%TCRFS", 0o10000), ("%TCQRY", 0o4000), ("%TCMTR", 0o2000),
    ("%TCECH", 0o1000), ("%TCLED", 0o400), ("%TCDET", 0o200), ("%TCDNG", 0o100), ("%TCCBK", 0o40),
    ("%TCCBS", 0o20), ("%TCFPD", 0o10), ("%TCTPN", 0o4), ("%TCPAD", 0o2), ("%TCHNG", 0o1),
    // TTYTYP, left half
    ("%TT", 0o1_525360), ("%TTLCL", 0o400000), ("%TT340", 0o200000), ("%TT3HP", 0o100000),
    ("%TTPAR", 0o4000), ("%TTDDI", 0o2000), ("$TTISP", 0o260400), ("%TTISP", 0o20),
    ("$TTOSP", 0o220400), ("%TTOSP", 0o1),
    // TTYTYP, right half
    ("%TY", 0o525252), ("%TYDPK", 0o400000), ("%TYSTY", 0o200000), ("%TYNVA", 0o100000),
    ("%TYMTY", 0o40000), ("%TYDIL", 0o20000), ("%TY11T", 0o10000), ("%TYDL", 0o4000),
    ("%TYOTY", 0o2000), ("%TYETY", 0o1000), ("%TYNTY", 0o400), ("%TYMDM", 0o200), ("%TYKST", 0o100),
    ("%TYDZT", 0o40), ("%TYRLM", 0o20),
    // the graphics protocol
    ("%GO", 0o777777), ("%GODLR", 0o101), ("%GODPR", 0o102), ("%GODRR", 0o103), ("%GODCH", 0o104),
    ("%GODSC", 0o105), ("%GODRN", 0o106), ("%GODLA", 0o121), ("%GODPA", 0o122), ("%GODRA", 0o123),
    ("%GOELR", 0o141), ("%GOEPR", 0o142), ("%GOERR", 0o143), ("%GOECH", 0o144), ("%GOESC", 0o145),
    ("%GOERN", 0o146), ("%GOELA", 0o161), ("%GOEPA", 0o162), ("%GOERA", 0o163), ("%GOMVR", 0o1),
    ("%GOMVA", 0o21), ("%GOXOR", 0o2), ("%GOIOR", 0o22), ("%GOSET", 0o3), ("%GOMSR", 0o4),
    ("%GOMSA", 0o24), ("%GOINV", 0o6), ("%GOVIS", 0o26), ("%GOBNK", 0o7), ("%GOCLR", 0o10),
    ("%GOCLS", 0o30), ("%GOPSH", 0o11), ("%GOVIR", 0o12), ("%GOPHY", 0o32), ("%GOHRD", 0o13),
    ("%GOGIN", 0o14), ("%GOLMT", 0o15),
    // TTYTBL
    ("%TB", 0o1_525277), ("%TBNOT", 0o400000), ("%TBNVR", 0o200000), ("%TBINT", 0o100000),
    ("%TBWAT", 0o40000), ("%TBDTY", 0o10000), ("%TBOUT", 0o4000), ("%TBINF", 0o2000),
    ("%TBOIG", 0o1000), ("%TBIIN", 0o400), ("$TBECL", 0o220600), ("%TBECL", 0o77),
    // STYSTS
    ("%SS", 0o1_525252), ("%SSHNG", 0o400000), ("%SSUSE", 0o200000), ("%SSINT", 0o100000),
    ("%SSONT", 0o40000), ("%SSOHG", 0o20000),
];
