"""Graph algorithms, one small file each."""
