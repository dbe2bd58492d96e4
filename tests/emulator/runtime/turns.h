// Whose turn it is: the loop that runs a block, and what it says when nobody can go on.
#pragma once
#include "together.h"

// One thread of a kernel, from its first instruction to its last.
static void lives() {
    Block& block = *here;
    block.in_kernel = true;
    block.launch.kernel(block.launch.given);
    block.in_kernel = false;
    block.me().state = State::GONE;
    ended(block, block.current);
    leave();
}

void Block::begin(int block) {
    int threads = launch.threads;
    number = block, alive = threads, pauses = 0, barrier = Barrier();
    dice = (launch.seed + static_cast<Word>(block) + 1) * 0x9e3779b97f4a7c15ULL | 1;
    for (int i = 0; i < 4; ++i) drawn();
    const unsigned int loyalties[] = {0, 128, 240};
    const int lucks[] = {4, 32, 400};
    loyalty = loyalties[drawn() % 3], most_luck = lucks[drawn() % 3];
    emulated_block = {static_cast<unsigned int>(block), 0, 0};
    emulated_blocks = {static_cast<unsigned int>(launch.blocks), 1, 1};
    emulated_threads = {static_cast<unsigned int>(threads), 1, 1};
    emulated_luck = static_cast<int>(drawn() % static_cast<Word>(most_luck));
    fibers.resize(static_cast<size_t>(threads));
    warps.assign(static_cast<size_t>((threads + 31) / 32), Warp());
    if (threads % 32) warps.back().gone = ~0U << (threads % 32);
    ready.clear();
    ready.reserve(static_cast<size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        fibers[static_cast<size_t>(i)].waits(State::READY, "its beginning", "", 0);
        memcpy(stacks.floor(i), &CANARY, sizeof(CANARY));
        prepare(fibers[static_cast<size_t>(i)].context, stacks.floor(i), stacks.length(i), lives);
        ready.push_back(i);
    }
}

void Block::run() {
    while (!ready.empty() && !launch.failed.load(std::memory_order_relaxed)) {
        Word lot = drawn();
        size_t last = ready.size() - 1, at = (lot & 255) < loyalty ? last : (lot >> 8) % (last + 1);
        current = ready[at];
        ready[at] = ready[last];
        ready.pop_back();
        emulated_thread = {static_cast<unsigned int>(current), 0, 0};
        go(home, me().context);
        if (memcmp(stacks.floor(current), &CANARY, sizeof(CANARY)))
            launch.fail(OVERFLOWED, who(current) + " needs more stack than there is");
    }
    if (alive && !launch.failed.load()) launch.fail(STUCK, "nobody can go on: " + waiting());
}

// Where the threads of this block are.
std::string Block::waiting() const {
    std::map<std::string, std::vector<int>> places;
    for (int i = 0; i < static_cast<int>(fibers.size()); ++i) {
        const Fiber& fiber = fibers[static_cast<size_t>(i)];
        if (fiber.state == State::GONE) continue;
        std::string at = fiber.line ? std::string(fiber.name) + ", " + site(fiber.file, fiber.line)
                                    : fiber.name;
        const char* how = fiber.state == State::READY ? "ran, last seen at "
                        : fiber.state == State::PAUSED ? "spun at " : "waited at ";
        places[how + at].push_back(i);
    }
    std::string told = "block " + std::to_string(number) + ":";
    for (const auto& [place, threads] : places) {
        told += " " + std::to_string(threads.size()) + " of its threads (" +
                std::to_string(threads.front()) + (threads.size() > 1 ? ", ..." : "") + ") " +
                place + ";";
    }
    return told;
}

extern "C" {
void emulated_turn() {
    Inside inside;
    Block& block = *here;
    emulated_luck = static_cast<int>(block.drawn() % static_cast<Word>(block.most_luck));
    block.ready.push_back(block.current);
    leave();
}

// For functors, which Numba compiles: a place where another may come between.
void emulated_shared_access() {
    if (--emulated_luck < 0) emulated_turn();
}

void emulated_pause(const char* file, int line) {
    Inside inside;
    Block& block = *here;
    block.me().waits(State::PAUSED, "pause_a_moment", file, line);
    block.ready.push_back(block.current);
    if (++block.pauses > static_cast<int>(block.ready.size())) {
        block.pauses = 0;
        sched_yield();
    }
    leave();
    block.me().state = State::READY;
}

int emulated_barrier(int kind, int truth, const char* file, int line) {
    Inside inside;
    return at_barrier(kind, truth, file, line);
}

Word emulated_warp(int operation, int size, bool is_signed, unsigned int mask, Word value,
                   int source, const char* file, int line) {
    Inside inside;
    Fiber& fiber = here->me();
    fiber.operation = operation, fiber.size = size, fiber.is_signed = is_signed;
    fiber.mask = mask, fiber.value = value, fiber.source = source;
    return in_warp(file, line);
}

void emulated_refused(const char* what, const char* file, int line) {
    Inside inside;
    fail(REFUSED, std::string(what) + " at", file, line);
}
}
