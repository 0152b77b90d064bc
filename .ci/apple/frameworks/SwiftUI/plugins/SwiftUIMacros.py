"""The compiler plugin behind the stand-in's #Preview, which expands to nothing."""

import struct
import sys

CAPABILITY = b'{"getCapabilityResult": {"capability": {"protocolVersion": 7}}}'
NOTHING = b'{"expandMacroResult": {"expandedSource": "", "diagnostics": []}}'

# An empty message is the last one.
while message := sys.stdin.buffer.read(*struct.unpack("<Q", sys.stdin.buffer.read(8) or bytes(8))):
    answer = CAPABILITY if b"getCapability" in message else NOTHING
    sys.stdout.buffer.write(struct.pack("<Q", len(answer)) + answer)
    sys.stdout.buffer.flush()
