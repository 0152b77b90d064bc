"""Inspects objects for Apple's systems, which Linux cannot link."""

import re
from pathlib import Path

from toolchain import ROOT, must

from .package import SDK

READER = ROOT / "Sources" / "CWormer" / "records.c"

# Functions of the runtime that create what the oldest systems do not know, such as the metadata of function types with
# `@isolated(any)`. References to them are weak, so they are null there, and a call crashes.
NEWER_FUNCTIONS = re.compile(r"_swift_getExtendedFunctionTypeMetadata\w*")

# The reflection metadata of a stored property calls them, but only for a Mirror of the type that has the property.
REFLECTION = re.compile(r"_?(l_)?get_type_metadata .*")
# A function that others call for the metadata of a type: one without a cache of its own, or the compiler's stand-in for a
# newer function, which looks first whether that is there.
ACCESSOR = re.compile(r"_\$s\w+Ma|___swift_getExtendedFunctionTypeMetadata_backDeploy")


def symbols(tools, objects: list, flag: str) -> set:
    """The names of symbols in objects. A linker never sees those that begin with `l`."""
    lines = must(tools.llvm_nm, "--format=just-symbols", flag, *objects).split()
    return {line for line in lines if line.startswith("_")}


def undefined_in_c(tools, objects: list, others: list) -> list:
    """The symbols that an image of only these objects, beside an image of the others, finds in no library.

    Xcode makes such an image of a C target that several of its targets share, and links it without Swift's runtime.
    """
    of_system = set((SDK / "usr" / "lib" / "libSystem.txt").read_text(encoding="utf-8").split())
    return sorted(symbols(tools, objects, "-u") - symbols(tools, [*objects, *others], "--defined-only") - of_system)


def newer_calls(tools, item: Path) -> list:
    """The functions of an object that call one of the newer functions, with its name."""
    if not any(map(NEWER_FUNCTIONS.fullmatch, symbols(tools, [item], "-u"))):
        return []
    references, function = {}, ""
    for line in must(tools.llvm_objdump, "--disassemble", "--reloc", "--no-show-raw-insn", item).splitlines():
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


def record_faults(tools, triple: str, item: Path, expected: int) -> list:
    """What keeps the reader in CWormer from finding the expected number of records in an object of a 64-bit system."""
    reader = READER.read_text(encoding="utf-8")
    segment, name = re.search(r'getsectiondata\(\w+, "(\w+)", "(\w+)"', reader).groups()
    version = int(re.search(r"known_version = (\d+)", reader)[1])
    size, alignment = 16, 8
    probe = item.with_suffix(".c")
    probe.write_text(
        f'#include "{READER}"\n_Static_assert(sizeof(service_record) == {size}, "the size of a record");\n'
        f'_Static_assert(_Alignof(service_record) == {alignment}, "the alignment of a record");\n', encoding="utf-8",
    )
    must(tools.clang, "-target", triple, "-isysroot", SDK, "-fsyntax-only", f"-I{READER.parent / 'include'}", probe)

    headers = must(tools.llvm_objdump, "--macho", "--private-headers", item)
    header = re.search(rf"sectname {name}\n +segname {segment}\n.*?size (\w+)\n.*?align 2\^(\d+)", headers, re.DOTALL)
    if header is None:
        return [f"it has no section {segment},{name}"]
    faults = []
    if int(header[1], 16) != expected * size:
        faults.append(f"its records have {int(header[1], 16)} bytes instead of {expected * size}")
    if 2 ** int(header[2]) != alignment:
        faults.append(f"its records are aligned to {2 ** int(header[2])} bytes instead of {alignment}")
    dump = must(tools.llvm_objdump, "--full-contents", f"--section={name}", item)
    rows = re.findall(r"^ [0-9a-f]+ (.{35})", dump, re.MULTILINE)
    content = bytes.fromhex("".join(rows))
    versions = [int.from_bytes(content[start:start + 4], "little") for start in range(0, len(content), size)]
    if set(versions) != {version}:
        faults.append(f"its records have the versions {versions}, and the reader knows {version}")
    listed = must(tools.llvm_objdump, "--reloc", f"--section={name}", item)
    places = sorted(int(place, 16) for place in re.findall(r"^([0-9a-f]{16}) ", listed, re.MULTILINE))
    if places != list(range(size - alignment, expected * size, size)):
        faults.append(f"the functions of its records are at {places}")
    kept = re.findall(rf"\({segment},{name}\) .* _\$s.*", must(tools.llvm_nm, "--format=darwin", item))
    if len(kept) != expected or not all("[no dead strip]" in symbol for symbol in kept):
        faults.append("a linker may remove its records")
    return faults
