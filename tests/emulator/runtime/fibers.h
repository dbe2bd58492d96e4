// Stacks, and going from one to another: a few instructions, so that a thread of a kernel costs little.
#pragma once
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

#if defined(__x86_64__) && !defined(EMULATED_PORTABLE)
// Keeps what a function must keep, and the place on the stack; takes up where the other left.
asm(R"(
.text
.local emulated_switch
.type emulated_switch, @function
emulated_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size emulated_switch, .-emulated_switch
)");
struct Context {
    void* top = nullptr;
};
extern "C" void emulated_switch(Context* from, Context* to);
static inline void go(Context& from, Context& to) { emulated_switch(&from, &to); }

static void prepare(Context& context, char* floor, size_t bytes, void (*begin)()) {
    auto top = reinterpret_cast<void**>(floor + bytes);
    *--top = nullptr;  // where `begin` would return to
    *--top = reinterpret_cast<void*>(begin);
    for (int i = 0; i < 6; ++i) *--top = nullptr;
    context.top = top;
}
#else
#include <ucontext.h>
struct Context {
    ucontext_t state;
};
static inline void go(Context& from, Context& to) { swapcontext(&from.state, &to.state); }

static void prepare(Context& context, char* floor, size_t bytes, void (*begin)()) {
    getcontext(&context.state);
    context.state.uc_stack.ss_sp = floor;
    context.state.uc_stack.ss_size = bytes;
    makecontext(&context.state, begin, 0);
}
#endif

constexpr size_t STACK = 64 << 10;
constexpr uint64_t CANARY = 0x5ca1ab1e0ddba11ULL;

// Room for the stacks of a block; kept for the next, since fresh pages cost more than all else.
struct Stacks {
    char* start = nullptr;
    size_t bytes = 0;

    // Tops lie at different distances from a page's end, or all would want the same cache lines.
    size_t length(int i) const { return STACK - 64 * static_cast<size_t>(i & 31); }
    char* floor(int i) const { return start + STACK * static_cast<size_t>(i); }
};

static std::mutex stacks_lock;
static std::vector<Stacks> stacks_free;

static Stacks taken_stacks(int threads) {
    size_t bytes = STACK * static_cast<size_t>(threads);
    std::lock_guard<std::mutex> hold(stacks_lock);
    for (size_t i = 0; i < stacks_free.size(); ++i)
        if (stacks_free[i].bytes >= bytes) {
            Stacks found = stacks_free[i];
            stacks_free.erase(stacks_free.begin() + static_cast<long>(i));
            return found;
        }
    void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    return {static_cast<char*>(start), bytes};
}

static void given_stacks(Stacks stacks) {
    std::lock_guard<std::mutex> hold(stacks_lock);
    if (stacks_free.size() < 8) stacks_free.push_back(stacks);
    else munmap(stacks.start, stacks.bytes);
}
