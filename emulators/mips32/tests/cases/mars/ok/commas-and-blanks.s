a:lw,$t0 ,,4($t1)#comment
  b :add $t0 $t1,$t2
	bne $t3 0 b
