        fence
        fence.i
        ecall
        ebreak
        lr.w  a0, x0, a1
        sc.w  a0, a1, a2
        amoadd.w.aq a0, a1, a2
        amoswap.w.aq.rl a0, a1, a2
        amomaxu.w.rl.aq a0, a1, a2
        csrrw a0, 0x300, a1
        csrrs a0, -1, x0
        csrrwi a0, 1, x5
        .register_size 32
        .data_start 0x10000000
