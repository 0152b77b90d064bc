"""The compiler plugin behind the stand-in's @Service: reads messages from stdin, answers on stdout."""

import json
import re
import struct
import sys


def expand(request):
    scope = re.match(r"@\w+\s*\((.*)\)\s*$", request["attributeSyntax"]["source"].strip(), re.DOTALL)
    declaration = re.search(
        r"\bvar\s+(\w+)\s*(?::\s*([^={]+?))?\s*=\s*(.*)$", request["declSyntax"]["source"].strip(), re.DOTALL
    )
    if not declaration:
        return None
    name, type_name, value = declaration.groups()
    signature = f"() -> {type_name} in" if type_name else ""
    first = f'"{name}", {scope.group(1)}' if scope else f'"{name}"'
    return f'get {{ _service({first}) {{ {signature}\n{value}\n}} }}\nset {{ _assign(newValue, to: "{name}") }}'


def answer(message):
    if "getCapability" in message:
        return {"getCapabilityResult": {"capability": {"protocolVersion": 7}}}
    source = expand(message["expandAttachedMacro"]) if "expandAttachedMacro" in message else None
    problems = []
    if source is None:
        problems = [{
            "message": "'@Service' needs a variable with an initial value",
            "severity": "error",
            "position": {"fileName": "", "offset": 0},
            "highlights": [], "notes": [], "fixIts": [],
        }]
    return {"expandMacroResult": {"expandedSource": source, "diagnostics": problems}}


while len(header := sys.stdin.buffer.read(8)) == 8:
    (length,) = struct.unpack("<Q", header)
    if length == 0:  # the compiler takes its leave
        break
    text = json.dumps(answer(json.loads(sys.stdin.buffer.read(length)))).encode()
    sys.stdout.buffer.write(struct.pack("<Q", len(text)) + text)
    sys.stdout.buffer.flush()
