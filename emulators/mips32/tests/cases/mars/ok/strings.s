        .data
        .asciiz "tab\t newline\n quote\" backslash\\ unknown\q" "second"
        .ascii  "no end"
        .asciiz ""
