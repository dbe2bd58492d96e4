// Arrays of the device: each ends where a page does that nobody may touch, and begins after one.
#pragma once
#include <unistd.h>

#include <map>

#include "fibers.h"

constexpr unsigned char FRESH = 0xcd, GUARD = 0xfb;
constexpr size_t ALIGNED = 16, MOAT = 256 << 10;

struct Guarded {
    char *pages, *start;
    size_t length, bytes;  // of all pages, of the array
};

static std::mutex arrays_lock;
static std::map<unsigned long long, Guarded> arrays;  // by number

static size_t page() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

static bool intact(const char* from, const char* to) {
    for (; from < to; ++from)
        if (static_cast<unsigned char>(*from) != GUARD) return false;
    return true;
}

extern "C" {
void* emulated_allocate(unsigned long long number, size_t bytes) {
    size_t room = (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    size_t inner = (room + ALIGNED + page() - 1) / page() * page(), all = inner + 2 * MOAT;
    void* got = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) return nullptr;
    char *pages = static_cast<char*>(got), *first = pages + MOAT, *start = first + inner - room;
    mprotect(first, inner, PROT_READ | PROT_WRITE);
    memset(first, GUARD, inner);
    memset(start, FRESH, bytes);
    std::lock_guard<std::mutex> hold(arrays_lock);
    arrays[number] = {pages, start, all, bytes};
    return start;
}

void emulated_free(unsigned long long number) {
    std::lock_guard<std::mutex> hold(arrays_lock);
    auto found = arrays.find(number);
    if (found == arrays.end()) return;
    munmap(found->second.pages, found->second.length);
    arrays.erase(found);
}

// The number of an array whose guards were written over, and of which side; 0 where all are whole.
unsigned long long emulated_overrun(int* side) {
    std::lock_guard<std::mutex> hold(arrays_lock);
    for (const auto& [number, one] : arrays) {
        const char *first = one.pages + MOAT, *last = one.pages + one.length - MOAT;
        bool before = intact(first, one.start), after = intact(one.start + one.bytes, last);
        if (before && after) continue;
        *side = before ? 1 : -1;
        memset(one.pages + MOAT, GUARD, static_cast<size_t>(one.start - first));
        memset(one.start + one.bytes, GUARD, static_cast<size_t>(last - one.start) - one.bytes);
        return number;
    }
    return 0;
}

// The array that an address lies in, or nearest to within a few pages, and how far from its start.
unsigned long long emulated_nearest(const void* address, long long* from_start) {
    auto at = static_cast<const char*>(address);
    std::lock_guard<std::mutex> hold(arrays_lock);
    for (const auto& [number, one] : arrays) {
        if (at < one.pages || at >= one.pages + one.length) continue;
        *from_start = at - one.start;
        return number;
    }
    return 0;
}
}
