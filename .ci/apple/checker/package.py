"""Compiles the package and its clients for other systems, and the toolchain's own modules for them.

The declarations of those modules state the versions of Apple's systems that they need, so the compiler can check the
package's use of them.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from toolchain import ROOT, call, must

from .interfaces import adapted

APPLE = ROOT / ".ci" / "apple"
SDK = APPLE / "sdk"
WORK = ROOT / ".build-apple"
LIBRARIES = ("Wormer", "WormerGraph", "Fusion", "Compat", "WormerTesting")
C_LIBRARIES = ("CWormer", "CWormerGraph", "CWormerTesting")  # in this order, because each may use the previous ones
INCLUDES = [f"-I{ROOT}/Sources/{library}/include" for library in C_LIBRARIES]
# The tools are beside the compiler, and hide others of the same name.
BIN = Path(shutil.which("swiftc")).resolve().parent
RESOURCES = BIN.parent / "lib" / "swift"
# The plugin of this checkout, and that of the stand-in for SwiftUI.
PLUGINS = {"FusionMacros": ROOT / ".build" / "debug" / "FusionMacros-tool", "SwiftUIMacros": WORK / "SwiftUIMacros"}
# The modules of the toolchain, in this order, because each may import the previous ones.
MODULES = ("Swift", "_Concurrency", "SwiftOnoneSupport", "_StringProcessing", "Observation", "Testing")
# The systems in the manifest, each with the triple of an architecture that its oldest version runs on.
SYSTEMS = {
    "ios": "arm64-apple-ios", "macos": "x86_64-apple-macosx", "tvos": "arm64-apple-tvos",
    "watchos": "arm64-apple-watchos", "visionos": "arm64-apple-xros",
}


def minimum_targets() -> dict:
    """The triple of each system, with the minimum version that Package.swift states."""
    dump = must("swift", "package", "--package-path", ROOT, "--scratch-path", WORK / "manifest", "dump-package")
    return {one["platformName"]: SYSTEMS[one["platformName"]] + one["version"] for one in json.loads(dump)["platforms"]}


def files(folder: Path, suffix: str) -> list:
    return sorted(folder.rglob(f"*{suffix}"))


class Target:
    """A system to compile for, with the modules of the toolchain for it.

    Without the bodies of their inlinable functions, the modules are compiled in a tenth of the time, and are enough for
    checking types and versions.
    """

    def __init__(self, triple: str, has_bodies: bool):
        self.triple, self.has_bodies = triple, has_bodies
        self.folder = WORK / triple
        self.modules = self.folder / "toolchain"
        self.flags = [
            "-target", triple, "-sdk", SDK, "-disable-objc-interop", "-I", self.modules,
            "-module-cache-path", self.folder / "cache", "-plugin-path", RESOURCES / "host" / "plugins",
            "-diagnostic-style", "llvm",
        ]
        if "-xros" in triple:
            # Declarations for iOS are also for visionOS, from the version that this map states.
            self.flags += ["-platform-availability-inheritance-map-path", APPLE / "visionOS"]

    def prepare(self, stand_ins: list) -> None:
        """Compiles the modules of the toolchain, unless an earlier run has, and the stand-ins for system modules."""
        (self.folder / "package").mkdir(parents=True, exist_ok=True)
        self.modules.mkdir(exist_ok=True)
        stamp = self.folder / "stamp"
        texts = [self.adapted_interface(module) for module in MODULES]
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != "".join(texts):
            for module, text in zip(MODULES, texts):
                self.compile_interface(module, text)
            stamp.write_text("".join(texts), encoding="utf-8")
        for source in stand_ins:
            must(
                BIN / "swift-frontend", "-emit-module", "-parse-as-library", "-module-name", source.stem, *self.flags,
                *(["-import-underlying-module"] if source.stem == "Darwin" else []),
                "-o", self.modules / f"{source.stem}.swiftmodule", source,
            )

    def adapted_interface(self, module: str) -> str:
        folder = RESOURCES / "linux" / f"{module}.swiftmodule"
        # The first one has the declarations for other modules of the toolchain, too.
        interface = (files(folder, ".private.swiftinterface") or files(folder, ".swiftinterface"))[0]
        # The compiler reads the flags in the interface again.
        level = "-Onone" if self.has_bodies else "-Onone -experimental-skip-all-function-bodies"
        return adapted(interface.read_text(encoding="utf-8"), module, self.triple).replace(" -O ", f" {level} ", 1)

    def compile_interface(self, module: str, text: str) -> None:
        interface = self.modules / f"{module}.swiftinterface"
        interface.write_text(text, encoding="utf-8")
        flags = re.search(r"^// swift-module-flags: (.*)$", text, re.MULTILINE)[1].split()
        # The toolchain's own code is not checked.
        must(
            BIN / "swift-frontend", "-compile-module-from-interface", interface, *flags, *self.flags,
            "-disable-availability-checking", "-o", self.modules / f"{module}.swiftmodule",
        )

    def compile(self, module: str, sources: list, flags: list = None) -> str:
        """What the compiler says about a module, which is nothing if it finds no mistake."""
        output = self.folder / "package"
        done = call(
            BIN / "swift-frontend", *(flags or ["-emit-module", "-o", output / f"{module}.swiftmodule"]),
            "-module-name", module, "-parse-as-library", "-swift-version", "6", "-warnings-as-errors",
            "-package-name", "wormer" if ROOT / "Sources" in sources[0].parents else "client",
            *self.flags, "-I", output, *INCLUDES,
            *(flag for name in PLUGINS for flag in ("-load-plugin-executable", f"{PLUGINS[name]}#{name}")), *sources,
            cwd=WORK,  # where a plugin with coverage writes its file
        )
        return done.stderr if done.returncode == 0 else done.stderr or f"code {done.returncode}"

    def check(self, module: str, sources: list, flags: list = None) -> None:
        if said := self.compile(module, sources, flags):
            sys.exit(f"{module} for {self.triple}:\n{said}")


def compile_c(triple: str, sources: list) -> list:
    """The objects of C sources."""
    folder = WORK / "c" / triple
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        must(
            BIN / "clang", "-target", triple, "-isysroot", SDK, "-Os", "-Wall", "-Wextra",
            "-Wno-missing-field-initializers", "-Werror", *INCLUDES, "-c", source, "-o", folder / f"{source.stem}.o",
        )
    return [folder / f"{source.stem}.o" for source in sources]
