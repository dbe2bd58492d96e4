"""The emulator of devices: what CUDA's own words do in it, and which mistakes it tells."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgewise as ew
from edgewise.errors import MemoryLimitError
from edgewise.kernels import reference
from edgewise.kernels.cuda.bind import Nest, Slot, glue
from edgewise.places import choice
from edgewise.program.functor import functor
from tests.emulator import EmulatedDevice, KernelError, available

pytestmark = pytest.mark.skipif(not available(), reason="needs g++ on x86-64 Linux")
FULL = 0xFFFFFFFF


@pytest.fixture
def device() -> EmulatedDevice:
    made = EmulatedDevice()
    made.patience, made.limit = 0.3, 1.5
    return made


def launch(
    device: EmulatedDevice, body: str, parameters: str = "", *arguments: Any, blocks: int = 2,
    threads: int = 64, together: bool = False, before: str = "",
) -> None:  # fmt: skip
    """Run one kernel whose body this is; its first line is number 1."""
    text = f'{before}\nextern "C" __global__ void k({parameters}) {{\n#line 1 "k.cuh"\n{body}\n}}'
    kernel = device.kernel(Nest(text, (), ()), "k")
    kernel.launch(blocks, threads, arguments, together=together)


def test_threads_know_who_they_are(device):
    out = device.empty(15, np.int32)
    body = """int i = blockIdx.x * blockDim.x + threadIdx.x;
        out[i] = gridDim.x * 1000 + blockDim.x * 100 + blockIdx.x * 10 + threadIdx.x;"""
    launch(device, body, "int* out", out, blocks=3, threads=5)
    assert out.tolist() == [3500 + b * 10 + t for b in range(3) for t in range(5)]


@pytest.mark.parametrize("threads", [1, 32, 50, 300])
def test_a_barrier_keeps_threads_in_step(device, threads):
    out = device.zeros((4, threads), np.int32)
    body = """__shared__ int box[1024];
        for (int round = 0; round < 5; ++round) {
            box[threadIdx.x] = round * 1000 + threadIdx.x;
            __syncthreads();
            int next = box[(threadIdx.x + 1) % blockDim.x];
            if (next != round * 1000 + (threadIdx.x + 1) % blockDim.x) out[threadIdx.x] = 1;
            __syncthreads();
        }
        out += blockDim.x, out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == 0);
        out += blockDim.x, out[threadIdx.x] = __syncthreads_or(threadIdx.x == 0) != 0;
        out += blockDim.x, out[threadIdx.x] = __syncthreads_and(threadIdx.x == 0) != 0;"""
    for _ in range(5):
        launch(device, body, "int* out", out, blocks=1, threads=threads)
        expected = [0, -(-threads // 3), 1, int(threads == 1)]
        assert out.tolist() == [[x] * threads for x in expected]


def test_what_is_near_may_be_old_until_a_fence(device):
    out = device.zeros(3, np.int32)
    body = """int before = emulated_nearby(x);
        *x = before + 1;
        out[0] = emulated_nearby(x);
        __threadfence();
        out[1] = emulated_nearby(x);
        out[2] = emulated_nearby(x + 1);"""
    launch(device, body, "int* x, int* out", device.full(2, 7, np.int32), out, blocks=1, threads=1)
    assert out.tolist() == [7, 8, 7]


OPERATIONS: dict[str, tuple[str, str, Callable[[dict[int, Any], int], Any]]] = {
    "ballot": ("int", "__ballot_sync(mask, x & 1)",
               lambda x, i: sum(1 << j for j in x if x[j] & 1)),
    "any": ("int", "__any_sync(mask, x == 7)", lambda x, i: int(7 in x.values())),
    "all": ("int", "__all_sync(mask, x >= 0)", lambda x, i: int(min(x.values()) >= 0)),
    "broadcast": ("int", "__shfl_sync(mask, x, 5)", lambda x, i: x[5]),
    "by eights": ("long long", "__shfl_sync(mask, x, 1, 8)", lambda x, i: x[i // 8 * 8 + 1]),
    "up": ("double", "__shfl_up_sync(mask, x, 3)", lambda x, i: x.get(i - 3, x[i])),
    "down": ("float", "__shfl_down_sync(mask, x, 2)",
             lambda x, i: x[i] if i > 29 else x.get(i + 2)),
    "up by fours": ("int", "__shfl_up_sync(mask, x, 1, 4)",
                    lambda x, i: x[i] if i % 4 == 0 else x[i - 1]),
    "across": ("unsigned long long", "__shfl_xor_sync(mask, x, 6)", lambda x, i: x[i ^ 6]),
    "match": ("int", "__match_any_sync(mask, x)",
              lambda x, i: sum(1 << j for j in x if x[j] == x[i])),
    "sum": ("int", "__reduce_add_sync(mask, x)", lambda x, i: sum(x.values())),
    "least": ("int", "__reduce_min_sync(mask, x)", lambda x, i: min(x.values())),
    "most": ("unsigned int", "__reduce_max_sync(mask, x)", lambda x, i: max(x.values())),
    "or": ("unsigned int", "__reduce_or_sync(mask, x)",
           lambda x, i: int(np.bitwise_or.reduce(list(x.values())))),
}  # fmt: skip
TYPES = {"int": np.int32, "long long": np.int64, "float": np.float32, "double": np.float64,
         "unsigned int": np.uint32, "unsigned long long": np.uint64}  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("mask", [FULL, 0x0000FFFF])
def test_what_a_warp_does_together(device, name, mask):
    kind, call, meaning = OPERATIONS[name]
    given = device.upload(np.random.default_rng(1).integers(0, 9, 64).astype(TYPES[kind]))
    out = device.full(64, -1, np.float64)
    body = f"""int i = threadIdx.x, lane = i & 31;
        {kind} x = in[i];
        for (int again = 0; again < 3; ++again)
            if (mask >> lane & 1) out[i] = {call};"""
    parameters = f"const {kind}* in, unsigned int mask, double* out"
    launch(device, body, parameters, given, np.uint32(mask), out, blocks=1)
    for warp in (0, 32):
        taking = {lane: given[warp + lane].item() for lane in range(32) if mask >> lane & 1}
        expected = [meaning(taking, j) if j in taking else -1 for j in range(32)]
        found = out[warp : warp + 32].tolist()
        assert all(
            one == known for one, known in zip(found, expected, strict=True) if known is not None
        )


def test_lanes_that_ended_are_not_waited_for(device):
    out = device.zeros(40, np.uint32)
    body = """if (threadIdx.x % 2) return;
        out[threadIdx.x] = __ballot_sync(0xffffffffU, 1);
        __syncwarp();
        __syncthreads();"""
    launch(device, body, "unsigned int* out", out, blocks=1, threads=40)
    assert out[:32:2].tolist() == [0x55555555] * 16 and out[32::2].tolist() == [0x55] * 4


ATOMICS = {
    "int": ("atomicAdd(x, 1); atomicSub(x, 3);", 5, 5 - 2 * 384),
    "unsigned int": ("atomicMax(x, threadIdx.x * 4);", 5, 508),
    "long long": ("atomicMin(x, -(long long)threadIdx.x);", 5, -127),
    "unsigned long long": ("atomicAdd(x, 1ULL << 33);", 1, 1 + (384 << 33)),
    "float": ("atomicAdd(x, 0.5f);", 0, 192),
    "double": ("atomicAdd(x, 0.5);", 0, 192),
}


@pytest.mark.parametrize("kind", ATOMICS)
def test_nobody_comes_between_in_an_atomic(device, kind):
    body, first, last = ATOMICS[kind]
    x = device.full(1, first, TYPES[kind])
    launch(device, body, f"{kind}* x", x, blocks=3, threads=128)
    assert x.tolist() == [last]


def test_plain_writes_between_which_others_come_are_lost(device):
    """The lots are such that a race shows."""
    x, lost = device.zeros(1, np.int32), 0
    for _ in range(5):
        x[0] = 0
        body = "int seen = *x; __threadfence(); *x = seen + 1;"
        launch(device, body, "int* x", x, blocks=1, threads=128)
        lost += x[0] < 128
    assert lost


def test_compare_and_swap_and_exchange(device):
    x = device.upload(np.array([3, 0, 0], np.int32))
    body = """int old = atomicCAS(x, 3, 4);
        if (old == 3) atomicAdd(x + 1, 1);
        atomicExch(x + 2, 9);"""
    launch(device, body, "int* x", x, blocks=3)
    assert x.tolist() == [4, 1, 9]


def test_blocks_that_run_together_meet(device):
    out, arrived = device.zeros(3, np.uint32), device.zeros(1, np.uint32)
    body = """for (unsigned int round = 1; round <= 20; ++round) {
            __syncthreads();
            if (threadIdx.x == 0) {
                __threadfence();
                out[blockIdx.x] = round;
                atomicAdd(arrived, 1U);
                while (*(volatile unsigned int*)arrived < round * gridDim.x) pause_a_moment();
                for (int b = 0; b < gridDim.x; ++b)
                    assert(((volatile unsigned int*)out)[b] - round < 2);
            }
            __syncthreads();
        }"""
    launch(device, body, "unsigned int* out, unsigned int* arrived", out, arrived,
           blocks=3, threads=128, together=True)  # fmt: skip
    assert out.tolist() == [20] * 3
    with pytest.raises(ValueError, match="4 blocks together, where 3 are resident"):
        launch(device, body, "unsigned int* out, unsigned int* arrived", out, arrived, blocks=4,
               together=True)  # fmt: skip


def test_shared_memory_is_a_block_s_own_and_begins_as_anything(device):
    out = device.zeros((50, 2), np.uint32)
    body = """__shared__ unsigned int count;
        if (threadIdx.x == 0) out[2 * blockIdx.x] = count, count = 0;
        __syncthreads();
        atomicAdd(&count, blockIdx.x);
        __syncthreads();
        if (threadIdx.x == 0) out[2 * blockIdx.x + 1] = count;"""
    launch(device, body, "unsigned int* out", out, blocks=50, threads=33)
    assert out.tolist() == [[0xCDCDCDCD, 33 * b] for b in range(50)]


def test_numbers_are_those_of_cuda(device):
    out = device.zeros(12, np.int64)
    body = """out[0] = min(3, 4U), out[1] = max(-1LL, 4LL), out[2] = __popcll(~0ULL);
        out[3] = __ffs(8), out[4] = __clz(1), out[5] = __clz(0), out[6] = __brev(1U) == 1U << 31;
        out[7] = __float_as_int(1.0f), out[8] = isfinite(1.0 / 0.0), out[9] = abs(-5LL);
        out[10] = make_uint4(1, 2, 3, 4).w, out[11] = (long long)max(0.5, 2.5f);"""
    launch(device, body, "long long* out", out, blocks=1, threads=1)
    assert out.tolist() == [3, 4, 64, 4, 31, 32, 1, 0x3F800000, 0, 5, 4, 2]


MISTAKES = {
    "deadlock": ("if (threadIdx.x < 5)\n __ballot_sync(0xffffffffU, 1);\nelse __syncthreads();",
                 r"nobody .*: 5 of its .* waited at __ballot_sync, k\.cuh:2; 59"),
    "two barriers": ("if (threadIdx.x < 5) __syncthreads();\nelse __syncthreads();",
                     r"__syncthreads while others of its block wait at __syncthreads, k.cuh:\d"),
    "discord": ("if (threadIdx.x & 1) __any_sync(0xffffffffU, 1);\nelse __syncwarp();",
                r"waits at __(any_sync|syncwarp), k\.cuh:\d \(masks ffffffff and ffffffff\)"),
    "two masks": ("__ballot_sync(threadIdx.x & 1 ? 0xffffffffU : 0x7fffffffU, 1);",
                  r"waits at __ballot_sync, k\.cuh:1 \(masks \w+ and \w+\)"),
    "no lane of its own": ("__ballot_sync(2, 1);", "mask that lacks its own lane, at k.cuh:1"),
    "spins": ("while (*(volatile int*)x == 0) pause_a_moment();",
              r"no thread came further: .*spun at pause_a_moment, k\.cuh:1"),
    "never ends": ("while (*(volatile int*)x == 0);", "no thread came further"),
    "meets for ever": ("while (*(volatile int*)x == 0) __syncthreads();", "not come to an end"),
    "past the end": ("x[5] = 1;", r"k wrote past its end: array \d+ \(int32, shape 5\)"),
    "before the start": ("x[-1] = 1;", "k wrote before its start"),
    "far past the end": ("\nx[0] = x[2000];",
                         r"memory where no array is, 8000 bytes from .* array \d+ .*; at k\.cuh:2"),
    "nowhere": ("*(int*)*x = 1;", "touched memory where no array is, far from every array"),
    "zero": ("x[0] = 3 / x[1];", "divided by zero; at k.cuh:1"),
    "deep": ("volatile char big[100000]; for (int i = 99999; i >= 0; --i) big[i] = 1;", "stack"),
    "assert": ("assert(x[0] == 1);", r"assert\(x\[0\] == 1\) at k.cuh:1"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_and_the_process_lives_on(device, name):
    body, said = MISTAKES[name]
    x = device.zeros(5, np.int32)
    with pytest.raises(KernelError, match=said):
        launch(device, body, "int* x", x)
    launch(device, "atomicAdd(x + 4, 1);", "int* x", x)
    assert x[4] == 128


def test_text_that_no_compiler_takes_is_refused(device):
    with pytest.raises(SyntaxError, match=r"k\.cuh:1:.*__activemask"):
        launch(device, "__activemask();")
    with pytest.raises(SyntaxError, match="ambiguous"):
        launch(device, "min(1, 1LL);")


def test_arguments_are_of_the_very_types(device):
    x = device.zeros(5, np.int32)
    wrong = {
        "argument 0 is int32: expected i8": (np.int32(1), x),
        "argument 0 is 1: expected a NumPy number": (1, x),
        "argument 1 is an array of int64: expected i4": (np.int64(1), device.zeros(5, np.int64)),
        "argument 1 is an array of float32": (np.int64(1), device.zeros(5, np.float32)),
        "argument 1 is an array of the host": (np.int64(1), np.zeros(5, np.int32)),
        "argument 1: expected an array, contiguous": (np.int64(1), x[::2]),
        "takes 2 arguments, not 1": (np.int64(1),),
    }
    for said, arguments in wrong.items():
        with pytest.raises(TypeError, match=said):
            launch(device, "", "long long n, int* x", *arguments)
    launch(device, "", "long long n, int* x", np.int64(1), None)
    with pytest.raises(ValueError, match="threads=65: expected 1 to 64"):
        text = 'extern "C" __global__ void __launch_bounds__(64, 1) k() {}'
        device.kernel(Nest(text, (), ()), "k").launch(1, 65, ())
    with pytest.raises(KeyError, match="no kernel j; there are k"):
        device.kernel(Nest(text, (), ()), "j")


def test_memory_is_counted_fresh_and_refused_on_demand(device):
    x = device.empty((2, 3), np.uint16)
    assert x.shape == (2, 3) and set(x.ravel().tolist()) == {0xCDCD}
    half = x[1]
    assert device.upload(half) is half and device.owns(half)
    host = np.arange(3)
    there = device.upload(host)
    assert device.owns(there) and not device.owns(host)
    assert (device.memory.live, device.memory.live_bytes, device.memory.total) == (2, 36, 2)
    del x, there
    assert (device.memory.live, device.memory.live_bytes) == (1, 12)
    del half
    assert (device.memory.live, device.memory.most_bytes, device.memory.total) == (0, 36, 2)
    device.fail_after = 2
    device.zeros(0, np.int64)
    with pytest.raises(MemoryLimitError, match="emulated"):
        device.zeros(1, np.int64)
    device.zeros(1, np.int64)


def visited(visit: Any, arguments: dict[str, str]) -> Nest:
    slot = Slot("visit", functor(visit), {"u": "int64"}, "int32")
    text = """
        extern "C" __global__ void each(long long n, int* out GIVEN) {
            long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
            if (i < n) out[i] = visit(i, Given GATHERED);
        }"""
    return Nest("\n".join(glue({}, [slot], arguments)) + text, (slot,), tuple(arguments.items()))


def twice(x: int) -> int:
    return x + x


def test_functors_fill_slots(device):
    types = {"base": "int32*", "k": "float64"}
    out, base = device.zeros(100, np.int32), device.upload(np.arange(100, dtype=np.int32))
    given = (np.int64(100), out, base, np.float64(2))
    even = device.kernel(visited(lambda u, base, k: twice(base[u]) % k == 0, types), "each")
    sums = device.kernel(visited(lambda u, base, k: twice(base[u]) + u // (u % 2), types), "each")
    even.launch(3, 64, given)
    assert out.tolist() == [1] * 100
    sums.launch(3, 64, given)
    assert out.tolist() == [2 * u + (u if u % 2 else 0) for u in range(100)]
    even.launch(3, 64, given)  # of the same text as the other, which is another nest none the less
    assert out.tolist() == [1] * 100


def test_functors_write_where_others_write(device):
    def visit(u, low, high, count, parent, bits):
        lowered = ew.lower(low, u % 2, 100 - u)
        return (
            lowered * 1
            + ew.lift(high, u % 2, u) * 2
            + (ew.add(count, 0, 0.5) < 4) * 4
            + ew.claim(parent, u % 4, -1, u) * 8
            + ew.set_bits(bits, u % 2, 1 << (u % 6)) * 16
        )

    kinds = {"low": np.int64, "high": np.float32, "count": np.float64, "parent": np.int32,
             "bits": np.uint8}  # fmt: skip
    types = {name: f"{np.dtype(kind)}*" for name, kind in kinds.items()}
    first = {"low": 1000, "high": -1, "count": 0, "parent": -1, "bits": 0}
    arrays = {name: device.full(4, first[name], kind) for name, kind in kinds.items()}
    out = device.zeros(100, np.int32)
    kernel = device.kernel(visited(visit, types), "each")
    kernel.launch(3, 64, (np.int64(100), out, *arrays.values()))
    assert arrays["low"].tolist() == [2, 1, 1000, 1000]
    assert arrays["high"].tolist() == [98, 99, -1, -1]
    assert arrays["count"][0] == 50 and sum(out & 4) == 4 * 8
    assert sorted(arrays["parent"] % 4) == [0, 1, 2, 3] and sum(out & 8) == 8 * 4
    assert arrays["bits"].tolist() == [0b010101, 0b101010, 0, 0] and sum(out & 16) == 16 * 6


TEXT = 'extern \\"C\\" __global__ void k(int* x) { *x = 1; }'
BUILDS = f'from tests.emulator import libraries as l; print(l.built("{TEXT}", ("-I" + str(l.SHIM), "-include", "emulate.h"), []))'  # noqa: E501


def test_processes_that_build_the_same_at_once(tmp_path):
    environment = {**os.environ, "EDGEWISE_CACHE_DIR": str(tmp_path)}
    root = Path(__file__).parents[1]
    both = [
        subprocess.Popen([sys.executable, "-c", BUILDS], cwd=root, env=environment,
                         stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]  # fmt: skip
    said = {one.communicate()[0].strip() for one in both}
    assert len(said) == 1 and [str(file) for file in tmp_path.rglob("*.*")] == list(said)


FAR = ew.VertexProgram(
    "far", value=np.int64, combine=ew.MIN,
    message=lambda sent, weight, v, toll: sent + weight + toll[v],
)  # fmt: skip


@pytest.mark.parametrize("threads", [32, 128])
def test_a_program_gives_what_the_reference_gives(device, threads, monkeypatch):
    device.threads, device.patience, device.limit = threads, 10, 20
    monkeypatch.setattr(choice, "gpu", lambda number: device)
    g = ew.generate.kronecker(7, edge_factor=8, seed=3, weights=(1, 100))
    n, toll = g.num_vertices, np.arange(g.num_vertices, dtype=np.int32) % 7
    nothing = FAR.combine.identity(FAR.value)
    rows = reference.Rows(g.out_offsets, g.out_neighbors, g.out_weights)
    told = [0] + [nothing] * (n - 1)
    expected = reference.run(FAR, rows, [nothing] * n, told, None, {"toll": toll})
    start = {g.ids[0].item(): 0}
    assert ew.run(FAR, g, start=start, toll=toll, device="cuda").values.tolist() == expected.values


def test_a_name_that_is_settled_twice_is_told(device):
    """A file that settles what a nest was made with would change its meaning unseen."""
    with pytest.raises(SyntaxError, match="settles a name twice"):
        launch(device, "int width = WIDTH; (void)width;", before="#define WIDTH 1\n#define WIDTH 2")
