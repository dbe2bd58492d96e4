// A block: its threads take turns on one thread of the system, in an order drawn from a seed.
#pragma once
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <map>
#include <string>

#include "../shim/calls.h"
#include "fibers.h"

using Word = unsigned long long;

struct Outcome {
    int code;
    void *address, *instruction;
    char message[4000];
};
enum { DONE, REFUSED, STUCK, ENDLESS, FAULT, OVERFLOWED };

struct Launch {
    void (*kernel)(void**);
    void** given;
    int blocks, threads;
    Word seed;
    Outcome* outcome;
    std::atomic<bool> failed{false};
    std::mutex failing;

    // The first to fail says why.
    void fail(int code, const std::string& why, void* address = nullptr, void* where = nullptr) {
        std::lock_guard<std::mutex> hold(failing);
        if (failed.load()) return;
        outcome->code = code;
        outcome->address = address;
        outcome->instruction = where;
        snprintf(outcome->message, sizeof(outcome->message), "%s", why.c_str());
        failed.store(true);
    }
};

enum class State { READY, PAUSED, BARRIER, WARP, GONE };

struct Fiber {
    Context context;
    State state = State::READY;
    const char *name = "", *file = "";
    int line = 0;

    // What it brought to where it waits, and what it gets.
    int operation = 0, size = 0, source = 0, answer = 0;
    bool is_signed = false;
    unsigned int mask = 0;
    Word value = 0, result = 0;

    void waits(State how, const char* at, const char* in, int there) {
        state = how, name = at, file = in, line = there;
    }
};

struct Warp {
    unsigned int waiting = 0, gone = 0;
};

struct Barrier {
    int arrived = 0, kind = 0, line = 0, count = 0;
    const char* file = "";
};

struct Block {
    Launch& launch;
    int number = -1, current = -1, alive = 0, pauses = 0;
    volatile bool in_kernel = false;
    std::atomic<long> progress{0};
    Stacks stacks;
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    std::vector<int> ready;
    Barrier barrier;
    Context home;
    Word dice = 1;
    unsigned int loyalty = 0;
    int most_luck = 1;

    explicit Block(Launch& one) : launch(one), stacks(taken_stacks(one.threads)) {}
    ~Block() { given_stacks(stacks); }

    Word drawn() {
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        return dice * 0x2545f4914f6cdd1dULL >> 16;
    }
    void stepped() { progress.store(progress.load(std::memory_order_relaxed) + 1); }
    Fiber& me() { return fibers[static_cast<size_t>(current)]; }
    void wakes(int id) {
        fibers[static_cast<size_t>(id)].state = State::READY;
        ready.push_back(id);
    }
    void begin(int block);
    void run();
    std::string who(int thread) const {
        return "thread " + std::to_string(thread) + " of block " + std::to_string(number);
    }
    std::string waiting() const;
};

static __thread Block* here = nullptr;
extern "C" {
__thread EmulatedIndex emulated_thread, emulated_block, emulated_threads, emulated_blocks;
__thread int emulated_luck;
}

// Between these, a signal must not take the thread away: the scheduler is at work.
struct Inside {
    Inside() { here->in_kernel = false; }
    ~Inside() { here->in_kernel = true; }
};

static inline std::string site(const char* file, int line) {
    return std::string(file) + ":" + std::to_string(line);
}

// Back to the scheduler; returns when it is this thread's turn again.
static void leave() {
    here->in_kernel = false;
    Block* block = here;
    go(block->me().context, block->home);
}

[[noreturn]] static void fail(int code, const std::string& why, const char* file, int line) {
    here->launch.fail(code, here->who(here->current) + ": " + why + " " + site(file, line));
    leave();
    __builtin_unreachable();
}
