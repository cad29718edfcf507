main:   break   1
