"""Operators on frontiers: steps from one active set to numbers, sets or graphs; one file each."""
