// What CUDA C++ takes for granted, on a processor. It stands before the text of a nest.
// Nothing of the standard library is included: nests build as fast as they do for a device.
#pragma once
#define EMULATED 1

#include "words.h"
#include "numbers.h"
#include "waiting.h"
#include "warp.h"
#include "atomics.h"
#include "entry.h"
