// A processor's own cache, which knows nothing of what others write until a fence empties it. It
// forgets more than it must, but may keep an old number longer than a GPU would.
#pragma once
#include "calls.h"

struct EmulatedNear {
    const void* place;
    unsigned long long bits;
};
const int EMULATED_NEARS = 256, EMULATED_OFTEN = 8;
static thread_local EmulatedNear emulated_near[EMULATED_NEARS];
static thread_local unsigned int emulated_looks;

inline void emulated_forget() {
    for (int i = 0; i < EMULATED_NEARS; ++i) emulated_near[i].place = nullptr;
}

// What lies there, or lay there when a thread of this block last looked.
template <class T> inline T emulated_nearby(const T* place) {
    static_assert(sizeof(T) <= 8, "a number of at most 64 bits");
    EmulatedNear& near = emulated_near[(unsigned long)place / sizeof(T) % EMULATED_NEARS];
    if (near.place != place || ++emulated_looks % EMULATED_OFTEN == 0) {
        near.place = place;
        memcpy(&near.bits, place, sizeof(T));
    }
    T there;
    memcpy(&there, &near.bits, sizeof(T));
    return there;
}
