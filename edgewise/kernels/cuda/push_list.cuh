// One synchronous round of a vertex program, pushed from a list of members; see kernels/reference.py.
#include "atomics.cuh"
#include "frontier.cuh"

// Every member computes its value from its buffer, and what it passes on.
extern "C" __global__ void take_in(
    const HEAD* members, long long count, VALUE* value, VALUE* buffer, VALUE* sent GIVEN) {
#pragma unroll 1
    for (long long i = first_member(); i < count; i += stride()) {
        long long u = members[i];
        VALUE taken = buffer[u];
        if (RESIDUAL) buffer[u] = IDENTITY;
        value[u] = compute(value[u], taken, u PASSED);
        sent[u] = RESIDUAL ? taken : value[u];
    }
}

// Every member tells every head; heads that have news through it make the next list, each once.
extern "C" __global__ void push_list(
    const long long* offsets, const HEAD* heads, const WEIGHT* weights, const HEAD* members,
    long long count, const VALUE* value, VALUE* buffer, const VALUE* sent, unsigned int* fresh,
    HEAD* next, unsigned long long* length GIVEN) {
#pragma unroll 1
    for (long long i = first_member(); i < count; i += stride()) {
        long long u = members[i], begin = offsets[u], end = offsets[u + 1];
        for (long long e = begin; e < end; ++e) {
            long long v = heads[e];
            WEIGHT weight = WEIGHTED ? weights[e] : (WEIGHT)1;
            VALUE told = message(sent[u], weight, end - begin, u, v, e PASSED);
            VALUE old = INTO(buffer + v, told);
            VALUE now = combine(old, told);
            bool news = !is_active(value[v], old, v PASSED) && is_active(value[v], now, v PASSED);
            if (news && claimed(fresh, v)) append(v, next, length);
        }
    }
}
