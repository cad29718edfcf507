table:
main:   la t0, tabel
        j nowhere
        j $t0
