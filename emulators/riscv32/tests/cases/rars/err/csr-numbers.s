# RARS would cut these to the bits there are.
main:   csrr  t0, -1
        csrwi fcsr, 32
        csrrwi t0, 4096, 1
        fence 16, 1
        csrr  t0, mstatus
