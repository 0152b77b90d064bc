"""Inspects objects for Apple's systems, which Linux cannot link."""

import re
from pathlib import Path

from toolchain import ROOT, must

from .package import BIN, SDK

READERS = [ROOT / "Sources" / name for name in ("CWormer/conformances.c", "CWormerGraph/properties.c")]
RECORD = re.compile(r"6Wormer\d+_Declared\w*Mc$")  # of a type that conforms to `_DeclaredService`

# Functions of the runtime that create what the oldest systems do not know, such as the metadata of function types with
# `@isolated(any)`. References to them are weak, so they are null there, and a call crashes.
NEWER_FUNCTIONS = re.compile(r"_swift_getExtendedFunctionTypeMetadata\w*")

# The reflection metadata of a stored property calls them, but only for a Mirror of the type that has the property.
REFLECTION = re.compile(r"_?(l_)?get_type_metadata .*")
# A function that others call for the metadata of a type: one without a cache of its own, or the compiler's stand-in for
# a newer function, which looks first whether that is there.
ACCESSOR = re.compile(r"_\$s\w+Ma|___swift_getExtendedFunctionTypeMetadata_backDeploy")


def symbols(objects: list, flag: str) -> set:
    """The names of symbols in objects. A linker never sees those that begin with `l`."""
    lines = must(BIN / "llvm-nm", "--format=just-symbols", flag, *objects).split()
    return {line for line in lines if line.startswith("_")}


def undefined_in_c(objects: list, others: list) -> list:
    """The symbols that an image of only these objects, beside an image of the others, finds in no library.

    Xcode makes such an image of a C target that several of its targets share, and links it without Swift's runtime.
    """
    of_system = set((SDK / "usr" / "lib" / "libSystem.txt").read_text(encoding="utf-8").split())
    return sorted(symbols(objects, "-u") - symbols([*objects, *others], "--defined-only") - of_system)


def newer_calls(item: Path) -> list:
    """The functions of an object that call one of the newer functions, with its name."""
    if not any(map(NEWER_FUNCTIONS.fullmatch, symbols([item], "-u"))):
        return []
    references, function = {}, ""
    for line in must(BIN / "llvm-objdump", "--disassemble", "--reloc", "--no-show-raw-insn", item).splitlines():
        if start := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            function = start[1]
        elif found := re.search(r" \w+_RELOC_\w+\s+(_\S+)$", line):
            references.setdefault(found[1], set()).add(function)
    calls, newer = [], [name for name in references if NEWER_FUNCTIONS.fullmatch(name)]
    for name in newer:
        for caller in sorted(references.get(name, ())):
            if ACCESSOR.fullmatch(caller):
                newer += [caller] * (caller not in newer)
            elif not REFLECTION.match(caller):
                calls.append(f"{caller} calls {name}")
    return calls


def record_faults(item: Path, expected: int) -> list:
    """What keeps the readers in C from finding the expected number of services in an object."""
    read = {name for path in READERS for name in re.findall(r'"(__swift5_\w+)"', path.read_text(encoding="utf-8"))}
    headers = must(BIN / "llvm-objdump", "--macho", "--private-headers", item)
    found = re.findall(r"sectname (\w+)\n +segname __TEXT\n", headers)
    # Only a module with noncopyable types has the last section.
    faults = [f"it has no section __TEXT,{name}" for name in sorted(read - {"__swift5_types2", *found})]
    records = {name for name in symbols([item], "--defined-only") if RECORD.search(name)}
    if len(records) != expected:
        faults.append(f"it has {len(records)} services instead of {expected}")
    return faults
