"""Finds the tools of the toolchain, and names the systems that the package is compiled for."""

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from toolchain import ROOT, must

APPLE = ROOT / ".ci" / "apple"
SDK = APPLE / "sdk"
WORK = ROOT / ".build-apple"

# The name of a system in the manifest and in a triple, and an architecture that its oldest version runs on.
SYSTEMS = {
    "iOS": ("arm64", "ios"),
    "macOS": ("x86_64", "macosx"),
    "tvOS": ("arm64", "tvos"),
    "watchOS": ("arm64", "watchos"),
    "visionOS": ("arm64", "xros"),
}


def concurrently(function, items) -> list:
    """The results of a function for each item, made by as many threads as the machine has processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def minimum_targets() -> dict:
    """The triple of each system, with the minimum version that Package.swift states."""
    platforms = re.search(r"platforms: \[(.*?)\]", (ROOT / "Package.swift").read_text(encoding="utf-8"), re.DOTALL)
    stated = dict(re.findall(r"\.(\w+)\(\.v(\w+)\)", platforms[1]))
    if stated.keys() != SYSTEMS.keys():
        sys.exit(f"Package.swift states {', '.join(stated)}, but {__file__} knows {', '.join(SYSTEMS)}")
    targets = {}
    for system, (architecture, name) in SYSTEMS.items():
        version = stated[system].replace("_", ".")
        targets[system] = f"{architecture}-apple-{name}{version if '.' in version else version + '.0'}"
    return targets


def files(folder: Path, suffix: str) -> list:
    return sorted(folder.rglob(f"*{suffix}"))


class Toolchain:
    """The tools of the toolchain, which are beside the compiler and hide others of the same name."""

    def __init__(self):
        self.bin = Path(shutil.which("swiftc")).resolve().parent
        self.resources = self.bin.parent / "lib" / "swift"
        self.version = must(self.bin / "swiftc", "--version")

    def __getattr__(self, name: str) -> Path:
        return self.bin / name.replace("_", "-")

    def interface(self, module: str) -> Path:
        """The textual interface of a module, with the declarations for other modules of the toolchain if it has any."""
        folder = self.resources / "linux" / f"{module}.swiftmodule"
        found = files(folder, ".private.swiftinterface") or files(folder, ".swiftinterface")
        if not found:
            sys.exit(f"this toolchain has no textual interface of {module}")
        return found[0]
