# Homework 3

Write a program that adds two numbers.

```
li $t0, 1
```
