"""Kernels for CPU cores, compiled by Numba. Imported only when the first one runs."""
