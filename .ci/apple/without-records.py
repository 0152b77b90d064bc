"""A compiler plugin that answers as the plugin beside it does for compilers before Swift 6.3."""

import subprocess
import sys
from pathlib import Path

CONDITION = b"#if compiler(>=6.3)"


def read(stream) -> bytes:
    return stream.read(int.from_bytes(stream.read(8), "little"))


def write(stream, message: bytes) -> None:
    stream.write(len(message).to_bytes(8, "little") + message)
    stream.flush()


plugin = subprocess.Popen(
    [Path(__file__).with_name("FusionMacros-tool")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
while message := read(sys.stdin.buffer):
    write(plugin.stdin, message)
    write(sys.stdout.buffer, read(plugin.stdout).replace(CONDITION, b"#if false"))
plugin.stdin.close()
