        .macro  m1 %a
        addu    %a, %a, %a
        .end_macro
        .macro  m2 %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        m1      %a
        .end_macro
        .macro  m3 %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        m2      %a
        .end_macro
        .macro  m4 %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        m3      %a
        .end_macro
        .macro  m5 %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        m4      %a
        .end_macro
        .macro  m6 %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        m5      %a
        .end_macro
        .macro  m7 %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        m6      %a
        .end_macro
        .macro  m8 %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        m7      %a
        .end_macro
        m8      $t0
