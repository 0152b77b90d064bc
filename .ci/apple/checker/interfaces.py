"""Compiles the toolchain's own modules for another system from their textual interfaces.

Their declarations state the versions of Apple's systems that they need, so the compiler can check the package's use of
them.
"""

import re
import sys
from pathlib import Path

from toolchain import must

from .package import APPLE, SDK, WORK, Toolchain

# In this order, because each may import the previous ones.
MODULES = ("Swift", "_Concurrency", "SwiftOnoneSupport", "_StringProcessing", "Observation", "Testing")


class Target:
    """A system to compile for, with the modules of the toolchain for it.

    Without the bodies of their inlinable functions, the modules are compiled in a tenth of the time, and are enough for
    checking types and versions.
    """

    def __init__(self, triple: str, tools: Toolchain, has_bodies: bool):
        self.triple, self.tools, self.has_bodies = triple, tools, has_bodies
        self.folder = WORK / triple
        self.modules = self.folder / "toolchain"
        self.flags = [
            "-target", triple, "-sdk", SDK, "-disable-objc-interop", "-I", self.modules,
            "-module-cache-path", self.folder / "cache", "-plugin-path", tools.resources / "host" / "plugins",
            "-diagnostic-style", "llvm",
        ]
        if "-xros" in triple:
            # Declarations for iOS are also for visionOS, from the version that this map states.
            self.flags += ["-platform-availability-inheritance-map-path", APPLE / "visionOS"]

    def __str__(self):
        return self.triple

    def prepare(self, stand_ins: list) -> None:
        """Compiles the modules of the toolchain, unless an earlier run has, and the stand-ins for system modules."""
        self.modules.mkdir(parents=True, exist_ok=True)
        stamp = self.folder / "stamp"
        current = self.tools.version + Path(__file__).read_text(encoding="utf-8")
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != current:
            for module in MODULES:
                self.compile_interface(module)
            stamp.write_text(current, encoding="utf-8")
        for source in stand_ins:
            must(
                self.tools.swift_frontend, "-emit-module", "-parse-as-library", "-module-name", source.stem,
                *self.flags, *(["-import-underlying-module"] if source.stem == "Darwin" else []),
                "-o", self.modules / f"{source.stem}.swiftmodule", source,
            )

    def compile_interface(self, module: str) -> None:
        text = self.tools.interface(module).read_text(encoding="utf-8")
        if self.triple.startswith("arm64_32-") and module == "Swift":
            text = narrowed(text)
        interface = self.modules / f"{module}.swiftinterface"
        # The compiler reads the flags in the interface again.
        level = "-Onone" if self.has_bodies else "-Onone -experimental-skip-all-function-bodies"
        text = adapted(text, self.triple).replace(" -O ", f" {level} ", 1)
        interface.write_text(text, encoding="utf-8")
        flags = re.search(r"^// swift-module-flags: (.*)$", text, re.MULTILINE)[1].split()
        # The toolchain's own code is not checked.
        must(
            self.tools.swift_frontend, "-compile-module-from-interface", interface, *flags, *self.flags,
            "-disable-availability-checking", "-o", self.modules / f"{module}.swiftmodule",
        )


def adapted(text: str, triple: str) -> str:
    """An interface of Linux on x86-64 for another system and processor."""
    text = re.sub(r"(?<= -target )\S+", triple, text, count=1)
    text = re.sub(r"^import Glibc\n", "", text, flags=re.MULTILINE)
    # The attribute is an error where the system is newer than the version. `@available` states the availability.
    text = re.sub(r"@backDeployed\(.*\)$", "", text, flags=re.MULTILINE)
    # These functions exist only where Float80 does.
    return re.sub(r"^ *self = _stdlib_(squareRootl|remainderl)\(.*\n", "", text, flags=re.MULTILINE)


def narrowed(text: str) -> str:
    """The interface of Swift for a system where Int and UInt have 32 bits."""
    # Vectors of words, which the package does not use, would need more changes than all others.
    text = each(r"^extension Swift\.SIMD(\d+|Mask) where (Scalar|Storage) == [^\n]*Swift\.U?Int>? \{.*?^}$", text, "")
    for pattern in (
        # The types, and the extensions that use their stored property.
        r"^@frozen public struct U?Int :.*?^}$",
        r"^extension Swift\.U?Int (: Swift\.(Hashable|SIMDScalar|_Has\w+) )?\{.*?^}$",
        # The conversions of integers to floating-point numbers.
        r"^ *@_transparent public init\(_ v: Swift\.Int\) \{.*?^  }$",
        r"^[^\n]*\(extended\._value\)$",
        r"public func _assumeNonNegative\(_ x: Swift\.Int\).*?^}$",
    ):
        text = each(pattern, text, lambda found: narrowed_words(found[0]))
    # A bit of an address.
    text = each(r"\breturn 0x4000_0000_0000_0000$", text, "return 0x4000_0000")
    # The conversions of integers from and to words.
    return each(
        r"^  [^\n]*public (var _lowWord: Swift\.UInt|init\(_truncatingBits bits: Swift\.UInt\)) \{.*?^  }$",
        text, lambda found: narrowed_conversions(found[0]),
    )


def each(pattern: str, text: str, change) -> str:
    """The text with a change of each match, of which there must be one."""
    changed, count = re.subn(pattern, change, text, flags=re.MULTILINE | re.DOTALL)
    if count == 0:
        sys.exit(f"{__file__}: the interface of Swift has no {pattern}")
    return changed


def narrowed_words(text: str) -> str:
    text = re.sub(r"Builtin\.\w+", lambda found: found[0].replace("Int64", "Int32").replace("Int128", "Int64"), text)
    text = re.sub(r"\b6[43]\b", lambda found: str(int(found[0]) - 32), text)  # the width, and the largest shift
    # A word of the processor has 32 bits, too, so these names of conversions do not exist.
    text = re.sub(r"[sz]extOrBitCast_Word_Int32", "truncOrBitCast_Word_Int32", text)
    text = text.replace("truncOrBitCast_Int32_Word", "zextOrBitCast_Int32_Word")
    return text.replace("UInt64(_value)", "UInt64(truncatingIfNeeded: self)")


def narrowed_conversions(text: str) -> str:
    text = re.sub(r"[sz]extOrBitCast_Int64_Int64\(_value", "truncOrBitCast_Int64_Int32(_value", text)
    text = re.sub(r"_Int64\(_value", "_Int32(_value", text)
    text = text.replace("truncOrBitCast_Int64_Int64(bits", "zextOrBitCast_Int32_Int64(bits")
    return re.sub(r"_Int64_(\w+\(bits)", r"_Int32_\1", text)
