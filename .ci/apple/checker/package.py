"""Finds the tools of the toolchain, and compiles the package, and clients of it, for other systems."""

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from toolchain import ROOT, call, must, plugin

APPLE = ROOT / ".ci" / "apple"
SDK = APPLE / "sdk"
WORK = ROOT / ".build-apple"
LIBRARIES = ("Wormer", "WormerGraph", "Fusion", "Compat", "WormerTesting")
C_LIBRARIES = ("CWormer", "CWormerGraph", "CWormerTesting")  # in this order, because each may use the previous ones
INCLUDES = [f"-I{ROOT}/Sources/{library}/include" for library in C_LIBRARIES]

# The systems in the manifest, each with the triple of an architecture that its oldest version runs on.
SYSTEMS = {
    "iOS": "arm64-apple-ios", "macOS": "x86_64-apple-macosx", "tvOS": "arm64-apple-tvos",
    "watchOS": "arm64-apple-watchos", "visionOS": "arm64-apple-xros",
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
    versions = {name: version.replace("_", ".") for name, version in stated.items()}
    return {name: SYSTEMS[name] + version + ("" if "." in version else ".0") for name, version in versions.items()}


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


class Package:
    """The package of this checkout, with the plugin from one of its debug builds."""

    def __init__(self, build: Path):
        self.plugin = build / "FusionMacros-tool"
        if not self.plugin.is_file():
            sys.exit(f"{self.plugin} does not exist; build the package first")
        WORK.mkdir(exist_ok=True)
        script = APPLE / "frameworks" / "SwiftUI" / "plugins" / "SwiftUIMacros.py"
        self.swiftui_plugin = plugin(script, WORK / "SwiftUIMacros")

    def compile(self, target, module: str, sources: list, flags: list = None) -> str:
        """What the compiler says about a Swift module, which is nothing if it finds no mistake."""
        output = target.folder / "package"
        output.mkdir(exist_ok=True)
        of_package = ["-package-name", "wormer"] if ROOT / "Sources" in sources[0].parents else []
        done = call(
            target.tools.swift_frontend, *(flags or ["-emit-module", "-o", output / f"{module}.swiftmodule"]),
            "-module-name", module, "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", *of_package,
            *target.flags, "-I", output, *INCLUDES, "-load-plugin-executable", f"{self.plugin}#FusionMacros",
            "-load-plugin-executable", f"{self.swiftui_plugin}#SwiftUIMacros", *sources,
            cwd=WORK,  # where a plugin with coverage writes its file
        )
        if done.returncode == 0 and not re.search(r": (error|warning): ", done.stderr):
            return ""
        return done.stderr or f"code {done.returncode}"

    def check(self, target, module: str, sources: list, **options) -> list:
        """The complaints about a module."""
        return complaints(f"{module} for {target}", self.compile(target, module, sources, **options))


def compile_c(tools, triple: str, sources: list) -> tuple:
    """The objects of C sources, and the complaints about them."""
    objects, found = [], []
    folder = WORK / "c" / triple
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        done = call(
            tools.clang, "-target", triple, "-isysroot", SDK, "-Os", "-Wall", "-Wextra",
            "-Wno-missing-field-initializers", "-Werror", *INCLUDES, "-c", source, "-o", objects[-1],
        )
        if done.returncode != 0:
            found += complaints(triple, done.stderr)
    return objects, found


def complaints(subject: str, output: str) -> list:
    """The errors and warnings in what a compiler says, each once, or all of it if it has none."""
    lines = re.findall(r"^.*(?:error|warning): .*$", output, re.MULTILINE) or output.splitlines()
    return [f"{subject}: {line}".replace(f"{ROOT}/", "") for line in dict.fromkeys(lines)]
