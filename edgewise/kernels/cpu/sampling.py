"""The so-and-so-many-th largest of a few numbers, for thresholds that are sampled."""

from __future__ import annotations

from edgewise.kernels.cpu.jit import part


@part
def nth_largest(numbers, first, count, nth):
    """The nth largest (from 0) of numbers[first : first + count], which change their places."""
    low, high, wanted = first, first + count - 1, first + nth
    while low < high:
        pivot = numbers[(low + high) >> 1]
        i, j = low, high
        while i <= j:
            while numbers[i] > pivot:
                i += 1
            while numbers[j] < pivot:
                j -= 1
            if i <= j:
                swapped = numbers[i]
                numbers[i] = numbers[j]
                numbers[j] = swapped
                i += 1
                j -= 1
        if wanted <= j:
            high = j
        elif wanted >= i:
            low = i
        else:
            return numbers[wanted]
    return numbers[wanted]
