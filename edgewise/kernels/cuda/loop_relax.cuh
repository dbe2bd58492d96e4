// The loop of vertex programs.
#include "relax.cuh"
#include "loop.cuh"
