        .include "../../../secret.s"
        .include "/etc/passwd"
        nop
