// The board of a loop: its numbers stand where kernels/cpu/board.py has them.
#pragma once
enum { ACTIVE = 8, FORM, TURN, ROUND, OUT, IN, UNTOUCHED, OPTION, CODE, DONE, ALONE, ROWS, SINCE, BASE };
enum { CHOSEN = 24, TICKS, PASSED };
enum {
    F_ROUND, F_ACTIVE, F_OUT, F_IN, F_UNTOUCHED, F_VERTICES, F_ARCS, F_OPTION, F_TICKS, F_WALKED,
    F_BEFORE, F_OPTIONS, F_LEAST, FACTS
};
enum { T_CODE, T_ACTIVE, T_OUT, T_IN, T_WALKED, T_TICKS, T_WHY, T_FOUND, TRACE_WORDS };
#define MEMORY 32
// Bits of a schedule's code.
#define PULL_BIT 1
#define FORM_BITS 6
#define ASYNC_BIT 8
