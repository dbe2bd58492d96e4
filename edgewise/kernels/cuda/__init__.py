"""CUDA kernels: C++ nests with functors linked into them. Building one needs no GPU."""
