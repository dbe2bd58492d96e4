// The scheduler of emulated kernels: blocks on threads of the system, their threads on fibers.
#include <dlfcn.h>
#include <link.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <thread>

#include "guards.h"
#include "signals.h"

using Clock = std::chrono::steady_clock;

struct Memory {
    const void* inside;
    void* start;
    size_t bytes;
};

static int found_memory(dl_phdr_info* one, size_t, void* given) {
    auto memory = static_cast<Memory*>(given);
    auto inside = reinterpret_cast<ElfW(Addr)>(memory->inside);
    size_t shared = 0;
    bool ours = false;
    for (int i = 0; i < one->dlpi_phnum; ++i) {
        const auto& part = one->dlpi_phdr[i];
        ElfW(Addr) start = one->dlpi_addr + part.p_vaddr;
        if (part.p_type == PT_TLS) shared = part.p_memsz;
        ours |= part.p_type == PT_LOAD && inside >= start && inside < start + part.p_memsz;
    }
    if (ours && shared) memory->start = one->dlpi_tls_data, memory->bytes = shared;
    return ours;
}

// Nobody knows what shared memory holds when a block begins; least of all what the last one left.
static void spoil_shared(void* (*touch)()) {
    touch();
    Memory memory{reinterpret_cast<const void*>(touch), nullptr, 0};
    dl_iterate_phdr(found_memory, &memory);
    if (memory.start) memset(memory.start, FRESH, memory.bytes);
}

struct Crew {
    Launch& launch;
    void* (*touch)();
    std::vector<int> order;
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<std::thread> threads;
    std::atomic<size_t> next{0};
    std::mutex lock;
    std::condition_variable changed;
    std::vector<bool> done;

    void work(size_t worker) {
        {
            Handled handled;
            Block& block = *blocks[worker];
            here = &block;
            for (size_t i; !launch.failed.load() && (i = next.fetch_add(1)) < order.size();) {
                spoil_shared(touch);
                block.begin(order[i]);
                block.run();
            }
            here = nullptr;
        }
        std::lock_guard<std::mutex> hold(lock);
        done[worker] = true;
        changed.notify_all();
    }

    long progress() const {
        long sum = 0;
        for (const auto& block : blocks) sum += block->progress.load(std::memory_order_relaxed);
        return sum;
    }

    void watch(double patience, double most) {
        auto began = Clock::now(), moved = began;
        long seen = progress();
        std::unique_lock<std::mutex> hold(lock);
        auto all = [&] {
            for (bool one : done)
                if (!one) return false;
            return true;
        };
        while (!changed.wait_for(hold, std::chrono::milliseconds(20), all)) {
            auto now = Clock::now();
            if (long sum = progress(); sum != seen) seen = sum, moved = now;
            auto since = [&](Clock::time_point then) {
                return std::chrono::duration<double>(now - then).count();
            };
            if (since(moved) > patience) launch.fail(ENDLESS, "no thread came further: ");
            else if (since(began) > most) launch.fail(ENDLESS, "it did not come to an end: ");
            if (!launch.failed.load()) continue;
            for (size_t i = 0; i < threads.size(); ++i)
                if (!done[i]) pthread_kill(threads[i].native_handle(), kick());
        }
    }
};

static std::mutex one_launch;

extern "C" {
long long emulated_nanoseconds() { return Clock::now().time_since_epoch().count(); }

// Where the library begins that this code is in.
void* emulated_base(const void* code) {
    Dl_info about;
    return code && dladdr(code, &about) ? about.dli_fbase : nullptr;
}

int emulated_launch(void (*kernel)(void**), void* (*touch)(), void** given, int blocks, int threads,
                    int workers, Word seed, double patience, double most, Outcome* outcome) {
    std::lock_guard<std::mutex> alone(one_launch);
    outcome->code = DONE;
    Launch launch{kernel, given, blocks, threads, seed, outcome, {false}, {}};
    Crew crew{launch, touch, {}, {}, {}, {}, {}, {}, {}};
    Word dice = seed * 0x9e3779b97f4a7c15ULL | 1;
    for (int i = 0; i < blocks; ++i) crew.order.push_back(i);
    for (size_t i = crew.order.size(); i > 1; --i) {
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        std::swap(crew.order[i - 1], crew.order[(dice >> 20) % i]);
    }
    auto count = static_cast<size_t>(workers < blocks ? workers : blocks);
    crew.done.assign(count, false);
    for (size_t i = 0; i < count; ++i) crew.blocks.push_back(std::make_unique<Block>(launch));
    watch_signals();
    for (size_t i = 0; i < count; ++i) crew.threads.emplace_back(&Crew::work, &crew, i);
    crew.watch(patience, most);
    for (auto& thread : crew.threads) thread.join();
    leave_signals();
    if (outcome->code == ENDLESS) {
        std::string all = outcome->message;
        for (const auto& block : crew.blocks)
            if (block->alive) all += block->waiting() + " ";
        snprintf(outcome->message, sizeof(outcome->message), "%s", all.c_str());
    }
    return outcome->code;
}
}
