// Edges to compressed rows by a counting sort, the way the GAP benchmark suite's builder goes about
// it: count degrees with atomic adds, sum them up, scatter with atomic adds, sort every row, and
// squeeze out repeats into a second array where asked. Written for this bench; no outside code.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <omp.h>
#include <type_traits>
#include <vector>

namespace {

using Vertex = int32_t;

struct Weighted {
  Vertex head;
  float weight;
  bool operator<(const Weighted &other) const {
    return head != other.head ? head < other.head : weight < other.weight;
  }
};

inline Vertex head_of(Vertex arc) { return arc; }
inline Vertex head_of(const Weighted &arc) { return arc.head; }

struct Rows {
  int64_t size = 0;
  std::unique_ptr<int64_t[]> offsets;
  std::unique_ptr<Vertex[]> plain;
  std::unique_ptr<Weighted[]> weighted;
};

template <typename Arc> std::unique_ptr<Arc[]> room(int64_t count) {
  return std::unique_ptr<Arc[]>(static_cast<Arc *>(::operator new[](sizeof(Arc) * count)));
}

template <typename T> void visit(const T *sources, const T *targets, int64_t count, bool both, bool loops,
                                 auto each) {
#pragma omp parallel for
  for (int64_t edge = 0; edge < count; ++edge) {
    const int64_t tail = sources[edge], head = targets[edge];
    if (tail == head && !loops)
      continue;
    each(tail, head, edge);
    if (both && tail != head)
      each(head, tail, edge);
  }
}

// offsets[v] = sum of counts before v, in blocks so that threads share the work
void sum_up(const int64_t *counts, int64_t size, int64_t *offsets) {
  constexpr int64_t block = 1 << 16;
  const int64_t blocks = (size + block - 1) / block;
  std::vector<int64_t> before(blocks + 1, 0);
#pragma omp parallel for
  for (int64_t b = 0; b < blocks; ++b)
    before[b + 1] = std::accumulate(counts + b * block, counts + std::min(size, (b + 1) * block), int64_t(0));
  std::partial_sum(before.begin(), before.end(), before.begin());
#pragma omp parallel for
  for (int64_t b = 0; b < blocks; ++b) {
    int64_t sum = before[b];
    for (int64_t v = b * block; v < std::min(size, (b + 1) * block); ++v) {
      offsets[v] = sum;
      sum += counts[v];
    }
  }
  offsets[size] = before[blocks];
}

template <typename Arc>
std::unique_ptr<Arc[]> squeezed(Rows &rows, std::unique_ptr<Arc[]> arcs, int64_t *kept) {
  const int64_t size = rows.size;
  auto offsets = room<int64_t>(size + 1);
  sum_up(kept, size, offsets.get());
  auto closed = room<Arc>(offsets[size]);
#pragma omp parallel for schedule(dynamic, 1024)
  for (int64_t v = 0; v < size; ++v)
    std::copy_n(arcs.get() + rows.offsets[v], kept[v], closed.get() + offsets[v]);
  rows.offsets = std::move(offsets);
  return closed;
}

template <typename Arc, typename T>
std::unique_ptr<Arc[]> filled(Rows &rows, const T *sources, const T *targets, const float *weights,
                              int64_t count, bool both, bool merge) {
  const int64_t size = rows.size;
  const bool loops = !both;
  std::unique_ptr<std::atomic<int64_t>[]> cursor(new std::atomic<int64_t>[size]());
  visit(sources, targets, count, both, loops, [&](int64_t tail, int64_t, int64_t) {
    cursor[tail].fetch_add(1, std::memory_order_relaxed);
  });
  static_assert(sizeof(std::atomic<int64_t>) == sizeof(int64_t));
  auto counts = reinterpret_cast<int64_t *>(cursor.get());
  rows.offsets = room<int64_t>(size + 1);
  sum_up(counts, size, rows.offsets.get());
  std::copy_n(rows.offsets.get(), size, counts);
  auto arcs = room<Arc>(rows.offsets[size]);
  visit(sources, targets, count, both, loops, [&](int64_t tail, int64_t head, int64_t edge) {
    const int64_t place = cursor[tail].fetch_add(1, std::memory_order_relaxed);
    if constexpr (std::is_same_v<Arc, Weighted>)
      arcs[place] = {Vertex(head), weights[edge]};
    else
      arcs[place] = Vertex(head);
  });
#pragma omp parallel for schedule(dynamic, 1024)
  for (int64_t v = 0; v < size; ++v) {
    Arc *begin = arcs.get() + rows.offsets[v], *end = arcs.get() + rows.offsets[v + 1];
    std::sort(begin, end);
    if (merge)
      end = std::unique(begin, end, [](auto &a, auto &b) { return head_of(a) == head_of(b); });
    counts[v] = end - begin;
  }
  return merge ? squeezed(rows, std::move(arcs), counts) : std::move(arcs);
}

template <typename T>
Rows *built(const T *sources, const T *targets, const float *weights, int64_t count, int64_t size,
            bool both, bool merge) {
  auto rows = new Rows;
  rows->size = size;
  if (weights)
    rows->weighted = filled<Weighted>(*rows, sources, targets, weights, count, both, merge);
  else
    rows->plain = filled<Vertex>(*rows, sources, targets, weights, count, both, merge);
  return rows;
}

} // namespace

extern "C" {

Rows *build32(const int32_t *sources, const int32_t *targets, const float *weights, int64_t count,
              int64_t size, bool both, bool merge) {
  return built(sources, targets, weights, count, size, both, merge);
}

Rows *build64(const int64_t *sources, const int64_t *targets, const float *weights, int64_t count,
              int64_t size, bool both, bool merge) {
  return built(sources, targets, weights, count, size, both, merge);
}

void degrees(const Rows *rows, int64_t *out) {
  for (int64_t v = 0; v < rows->size; ++v)
    out[v] = rows->offsets[v + 1] - rows->offsets[v];
}

double total_weight(const Rows *rows) {
  double sum = 0;
  for (int64_t k = 0; rows->weighted && k < rows->offsets[rows->size]; ++k)
    sum += rows->weighted[k].weight;
  return sum;
}

void release(Rows *rows) { delete rows; }
}
