# RARS takes `+Inf` for `-Inf`.
        .data
        .float +Inf
