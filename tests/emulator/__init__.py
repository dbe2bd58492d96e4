"""A device for tests that have none: the CUDA C++ of nests, built by g++ and run on the processor.

It proves what kernels compute, and that they neither wait for ever nor touch what is not theirs.
How fast they are, and what a GPU's memory model allows beyond a processor's, it cannot say.
"""

from __future__ import annotations

import platform
import shutil
import sys

from tests.emulator.device import EmulatedDevice as EmulatedDevice
from tests.emulator.kernel import KernelError as KernelError


def available() -> bool:
    """Whether kernels can be emulated here."""
    found = shutil.which("g++") is not None
    return found and sys.platform == "linux" and platform.machine() == "x86_64"
