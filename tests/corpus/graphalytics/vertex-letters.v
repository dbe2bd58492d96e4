1
2
five
