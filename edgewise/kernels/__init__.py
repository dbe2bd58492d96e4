"""The nests and the kernels under them, one folder a processor."""
