// The loop of uniform programs.
#include "hops.cuh"
#include "loop.cuh"
