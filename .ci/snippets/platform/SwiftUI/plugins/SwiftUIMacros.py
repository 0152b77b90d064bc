"""The compiler plugin behind the stand-in's #Preview, which expands to nothing, and @Entry, which adds a key."""

import json
import re
import struct
import sys

ENTRY = re.compile(r"var\s+(\w+)\s*:\s*([^={]+?)\s*=\s*(.+)", re.DOTALL)


def expanded(attached):
    """The key of a property with @Entry, or its accessors."""
    declaration = ENTRY.search(attached["declSyntax"]["source"])
    if declaration is None:
        return "#error(\"the stand-in for '@Entry' needs 'var name: Type = value'\")"
    name, kind, value = declaration.groups()
    if attached["macroRole"] == "accessor":
        return f"get {{ self[__Key_{name}.self] }} set {{ self[__Key_{name}.self] = newValue }}"
    return f"private struct __Key_{name}: EnvironmentKey {{ static var defaultValue: {kind} {{ {value} }} }}"


def answer(message):
    if "getCapability" in message:
        return {"getCapabilityResult": {"capability": {"protocolVersion": 7}}}
    source = expanded(message["expandAttachedMacro"]) if "expandAttachedMacro" in message else ""
    return {"expandMacroResult": {"expandedSource": source, "diagnostics": []}}


while len(header := sys.stdin.buffer.read(8)) == 8:
    (length,) = struct.unpack("<Q", header)
    if length == 0:  # the compiler takes its leave
        break
    text = json.dumps(answer(json.loads(sys.stdin.buffer.read(length)))).encode()
    sys.stdout.buffer.write(struct.pack("<Q", len(text)) + text)
    sys.stdout.buffer.flush()
