"""Adapts the textual interfaces of the toolchain's modules to other systems."""

import re
import sys


def adapted(text: str, module: str, triple: str) -> str:
    """An interface of Linux on x86-64 for another system and processor."""
    if triple.startswith("arm64_32-") and module == "Swift":
        text = narrowed(text)
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
