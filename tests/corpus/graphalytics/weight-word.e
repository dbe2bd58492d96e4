1 2 0.5
2 5 heavy
