// What nests ask of the scheduler: both sides include this.
#pragma once

struct EmulatedIndex {
    unsigned int x, y, z;
};

enum EmulatedOperation {
    EMULATED_SYNC, EMULATED_BALLOT, EMULATED_ANY, EMULATED_ALL, EMULATED_SHUFFLE,
    EMULATED_SHUFFLE_UP, EMULATED_SHUFFLE_DOWN, EMULATED_SHUFFLE_XOR, EMULATED_MATCH,
    EMULATED_ADD, EMULATED_MIN, EMULATED_MAX, EMULATED_AND, EMULATED_OR, EMULATED_XOR
};

enum EmulatedBarrier { EMULATED_BARE, EMULATED_COUNT, EMULATED_BARRIER_AND, EMULATED_BARRIER_OR };

extern "C" {
extern __thread EmulatedIndex emulated_thread, emulated_block, emulated_threads, emulated_blocks;
extern __thread int emulated_luck;
void emulated_turn();
void emulated_pause(const char* file, int line);
int emulated_barrier(int kind, int truth, const char* file, int line);
unsigned long long emulated_warp(
    int operation, int size, bool is_signed, unsigned int mask, unsigned long long value,
    int source, const char* file, int line);
[[noreturn]] void emulated_refused(const char* what, const char* file, int line);
long long emulated_nanoseconds();
}
