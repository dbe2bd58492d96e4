// The loop of an advance that goes on until nothing is found.
#include "visit.cuh"
#include "loop.cuh"
