"""The compiler plugin behind the stand-in's #Preview, which expands to nothing."""

import json
import struct
import sys


def answer(message):
    if "getCapability" in message:
        return {"getCapabilityResult": {"capability": {"protocolVersion": 7}}}
    return {"expandMacroResult": {"expandedSource": "", "diagnostics": []}}


while len(header := sys.stdin.buffer.read(8)) == 8:
    (length,) = struct.unpack("<Q", header)
    if length == 0:  # the compiler takes its leave
        break
    text = json.dumps(answer(json.loads(sys.stdin.buffer.read(length)))).encode()
    sys.stdout.buffer.write(struct.pack("<Q", len(text)) + text)
    sys.stdout.buffer.flush()
