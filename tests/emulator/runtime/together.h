// Where threads wait for one another: the block's barrier, and what a warp does as one.
#pragma once
#include "block.h"

static const char* const BARRIERS[] = {
    "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"};
static const char* const OPERATIONS[] = {
    "__syncwarp", "__ballot_sync", "__any_sync", "__all_sync", "__shfl_sync",
    "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__match_any_sync",
    "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
    "__reduce_or_sync", "__reduce_xor_sync"};
constexpr Word POISON = 0xcdcdcdcdcdcdcdcdULL;

// Everybody who is left has come to the barrier: they may go on.
static void opened(Block& block) {
    Barrier& barrier = block.barrier;
    int answer = barrier.count;
    if (barrier.kind == EMULATED_BARRIER_AND) answer = barrier.count == barrier.arrived;
    if (barrier.kind == EMULATED_BARRIER_OR) answer = barrier.count != 0;
    for (int id = 0; id < block.launch.threads; ++id) {
        Fiber& fiber = block.fibers[static_cast<size_t>(id)];
        if (fiber.state != State::BARRIER) continue;
        fiber.answer = answer;
        block.wakes(id);
    }
    barrier.arrived = 0;
    block.stepped();
}

static int at_barrier(int kind, int truth, const char* file, int line) {
    Block& block = *here;
    Barrier& barrier = block.barrier;
    if (barrier.arrived == 0) {
        barrier.kind = kind, barrier.file = file, barrier.line = line, barrier.count = 0;
    } else if (kind != barrier.kind || line != barrier.line || strcmp(file, barrier.file)) {
        fail(REFUSED, std::string(BARRIERS[kind]) + " while others of its block wait at " +
             BARRIERS[barrier.kind] + ", " + site(barrier.file, barrier.line) + "; it came to",
             file, line);
    }
    barrier.count += truth != 0;
    Fiber& fiber = block.me();
    fiber.waits(State::BARRIER, BARRIERS[kind], file, line);
    if (++barrier.arrived == block.alive) opened(block);
    leave();
    return fiber.answer;
}

static unsigned int missing(Block& block, int warp, const Fiber& fiber) {
    const Warp& at = block.warps[static_cast<size_t>(warp)];
    unsigned int awaited = fiber.mask & ~at.gone, absent = awaited & ~at.waiting;
    for (unsigned int left = awaited & at.waiting; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        const Fiber& other = block.fibers[static_cast<size_t>(32 * warp + lane)];
        if (other.mask != fiber.mask || other.operation != fiber.operation ||
            other.size != fiber.size || other.is_signed != fiber.is_signed)
            absent |= 1U << lane;
    }
    return absent;
}

static Word combined(const Fiber& like, Word one, Word two) {
    auto less = like.is_signed ? static_cast<int>(one) < static_cast<int>(two)
                               : static_cast<unsigned int>(one) < static_cast<unsigned int>(two);
    switch (like.operation) {
        case EMULATED_ADD: return static_cast<unsigned int>(one + two);
        case EMULATED_MIN: return less ? one : two;
        case EMULATED_MAX: return less ? two : one;
        case EMULATED_AND: return one & two;
        case EMULATED_OR: return one | two;
        default: return one ^ two;
    }
}

// All have come: each gets its result.
static void met(Block& block, int warp, const Fiber& like) {
    Warp& at = block.warps[static_cast<size_t>(warp)];
    unsigned int mask = like.mask & ~at.gone, votes = 0;
    Fiber* lanes = &block.fibers[static_cast<size_t>(32 * warp)];
    Word all = 0;
    bool first = true;
    for (unsigned int left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        votes |= lanes[lane].value ? 1U << lane : 0U;
        all = first ? lanes[lane].value : combined(like, all, lanes[lane].value);
        first = false;
    }
    int operation = like.operation;
    for (unsigned int left = mask; left; left &= left - 1) {
        Fiber& fiber = lanes[__builtin_ctz(left)];
        Word result = 0;
        if (operation == EMULATED_BALLOT) result = votes;
        else if (operation == EMULATED_ANY) result = votes != 0;
        else if (operation == EMULATED_ALL) result = votes == mask;
        else if (operation >= EMULATED_ADD) result = all;
        else if (operation == EMULATED_MATCH) {
            for (unsigned int other = mask; other; other &= other - 1)
                if (lanes[__builtin_ctz(other)].value == fiber.value) result |= other & -other;
        } else if (operation != EMULATED_SYNC)
            result = mask >> fiber.source & 1U ? lanes[fiber.source].value : POISON;
        fiber.result = result;
    }
    at.waiting &= ~mask;
    for (unsigned int left = mask; left; left &= left - 1)
        block.wakes(32 * warp + __builtin_ctz(left));
    block.stepped();
}

// Two that wait for each other, in different ways, wait for ever.
static void look_for_discord(Block& block, int warp, const Fiber& fiber) {
    unsigned int others = missing(block, warp, fiber) & block.warps[static_cast<size_t>(warp)].waiting;
    for (; others; others &= others - 1) {
        int thread = 32 * warp + __builtin_ctz(others);
        const Fiber& other = block.fibers[static_cast<size_t>(thread)];
        if (!(other.mask >> (block.current & 31) & 1U)) continue;
        char masks[80];
        snprintf(masks, sizeof(masks), " (masks %08x and %08x)", fiber.mask, other.mask);
        fail(REFUSED, std::string(OPERATIONS[fiber.operation]) + " while thread " +
             std::to_string(thread) + " of its warp waits at " + OPERATIONS[other.operation] + ", " +
             site(other.file, other.line) + masks + "; it came to", fiber.file, fiber.line);
    }
}

static Word in_warp(const char* file, int line) {
    Block& block = *here;
    Fiber& fiber = block.me();
    int warp = block.current >> 5;
    unsigned int own = 1U << (block.current & 31);
    fiber.waits(State::WARP, OPERATIONS[fiber.operation], file, line);
    if (!(fiber.mask & own))
        fail(REFUSED, std::string(fiber.name) + " with a mask that lacks its own lane, at", file, line);
    look_for_discord(block, warp, fiber);
    block.warps[static_cast<size_t>(warp)].waiting |= own;
    if (!missing(block, warp, fiber)) met(block, warp, fiber);
    leave();
    return fiber.result;
}

// One that ended is waited for no longer.
static void ended(Block& block, int thread) {
    int warp = thread >> 5;
    Warp& at = block.warps[static_cast<size_t>(warp)];
    at.gone |= 1U << (thread & 31);
    --block.alive;
    block.stepped();
    for (unsigned int left = at.waiting; left; left &= left - 1) {
        const Fiber& fiber = block.fibers[static_cast<size_t>(32 * warp + __builtin_ctz(left))];
        if (missing(block, warp, fiber)) continue;
        met(block, warp, fiber);
        left &= at.waiting | (left & -left);
    }
    if (block.alive && block.barrier.arrived == block.alive) opened(block);
}
