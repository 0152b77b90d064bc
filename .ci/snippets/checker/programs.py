"""Puts blocks together to programs, compiles and runs them, and compares the output with the document."""

import difflib
import json
import os
import re
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolchain import call

from .documents import Block, Problem
from .toolchain import SNIPPETS, Package

IMPORT = re.compile(r"^[^\"/\n]*\bimport (?:\w+ )?(\w+)", re.MULTILINE)  # also `import struct A.B`
ENTRY = re.compile(r"^(?=(?:[^\s:][^:\n]*(?::\d+)+: )?(?:error|warning): )", re.MULTILINE)
# The only warnings that a block may have: a short example shows a value without using it, and a test imports the
# program, which is one module with it here.
TOLERATED = re.compile(
    r"was never used|never mutated|never read|is unused|never be executed|is part of module 'App'; ignoring import"
)
SECONDS = 30
# The main file of a program with tests.
TESTS = "import Testing\n@main enum Tests { static func main() async { await Testing.__swiftPMEntryPoint() as Never } }\n"
URL = "<URL of this repository>"  # what documents write
PACKAGE = 'import PackageDescription; let package = Package(name: "App", '
# What pieces of manifests begin with, and the manifest around them.
PIECES = [
    (r"\.package\(", "dependencies: [", "])"),
    (r"\.\w*[tT]arget\(", "dependencies: [PACKAGES], targets: [", "])"),
    (r"\w+:", "", ")"),
]


@dataclass
class Program:
    """The files of a program, up to and including one block."""

    block: Block
    header: list  # the lines before the first block of each file
    module: str = ""  # the module whose /// comment has the block
    files: dict = field(default_factory=dict)  # name: blocks

    @property
    def blocks(self) -> list:
        return [block for blocks in self.files.values() for block in blocks]

    @property
    def text(self) -> str:
        return "\n".join([*self.header, *(line for block in self.blocks for line in block.lines)])

    @property
    def imports(self) -> set:
        return set(IMPORT.findall(self.text))

    def adding(self, block: Block) -> "Program":
        marks, files = block.marks, {name: list(blocks) for name, blocks in self.files.items()}
        main = "App.swift" if any(line.startswith("@main") for line in block.lines) else "main.swift"
        files[marks.get("file", main)] = [*([] if "file" in marks else files.get(main, [])), block]
        return replace(self, block=block, files=files)

    def write(self, folder: Path) -> list:
        for name, blocks in self.files.items():
            lines = self.header + [line for block in blocks for line in block.lines]
            (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return [folder / name for name in self.files]

    def located(self, output: str, folder: Path) -> str:
        """The output of a tool, with the lines of the document instead of those of the files."""

        def place(match: re.Match) -> str:
            line = int(match[2]) - len(self.header)
            for block in self.files[match[1]]:
                if line <= len(block.lines):
                    break
                line -= len(block.lines)
            return f"{block.document}:{block.line + min(max(line, 1), len(block.lines)) - 1}"

        return re.sub(rf"{folder}/([^:\s]+):(\d+)(?::\d+)?", place, output)


def programs(blocks: list, module: str) -> list:
    """The programs of one part of a document, one for each block."""
    found, last, named = [], None, {}
    for block in blocks:
        marks = block.marks
        start = Program(block, [f"import {module}"] if module else [], module)
        if marks.get("file") == "Package.swift" or "before" in marks:
            found.append(replace(start.adding(block), header=[]))
            continue
        if "continues" in marks:
            start = named.get(marks["continues"]) if marks["continues"] else last
            if start is None:
                raise Problem(block.document, block.line - 1, f"no block to continue: '{marks['continues']}'")
        last = program = start.adding(block)
        found.append(program)
        if marks.get("name") in named:
            raise Problem(block.document, block.line - 1, f"a second block has the name '{marks['name']}'")
        if "name" in marks:
            named[marks["name"]] = program
    return found


def check(program: Program, modules: list, compiler: list, folder: Path) -> list:
    """The complaints about a program."""
    block, text = program.block, program.text
    tests = "test" in block.marks
    runs = tests or "run" in block.marks
    arguments = ["-module-name", "App", "-swift-version", "6"]
    arguments += [flag for one in program.blocks for flag in one.marks.get("flags", "").split()]
    arguments += ["-parse-as-library"] if tests or re.search(r"^@main\b", text, re.MULTILINE) else []
    arguments += program.write(folder)
    if tests:
        arguments.append(folder / "Tests.swift")
        arguments[-1].write_text(TESTS, encoding="utf-8")
    prelude = SNIPPETS / "prelude" / f"{program.module}.swift"
    arguments += [prelude] if prelude.is_file() else []
    for one in modules:
        arguments += one.flags
    objects = (path for one in modules for name in program.imports for path in one.objects.get(name, []))
    arguments += dict.fromkeys(objects) if runs else []
    arguments += ["-o", folder / "program"] if runs else ["-parse" if "before" in block.marks else "-typecheck"]
    done = call(*compiler, *arguments)
    found = dict.fromkeys(map(str.rstrip, ENTRY.split(program.located(done.stderr + done.stdout, folder))))
    heads = {entry: entry.partition("\n")[0] for entry in found}
    errors = [entry for entry, head in heads.items() if "error: " in head]
    if done.returncode != 0:
        return errors or [f"{block.place}: the compiler failed:\n{done.stderr}{done.stdout}"]
    warnings = [entry for entry, head in heads.items() if "warning: " in head and not TOLERATED.search(head)]
    if warnings:
        return warnings
    return run(block, folder) if runs else []


def run(block: Block, folder: Path) -> list:
    try:
        done = call(folder / "program", timeout=SECONDS, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, cwd=folder)
    except subprocess.TimeoutExpired:
        return [f"{block.place}: runs for more than {SECONDS} seconds"]
    if done.returncode != 0:
        return [f"{block.place}: ends with code {done.returncode}:\n{done.stdout}{done.stderr}"]
    if "test" in block.marks:
        return []
    expected = [line.rstrip() for line in block.output]
    printed = [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else re.escape(line) + "\n" for line in expected)
    if re.fullmatch(pattern, "\n".join(printed) + "\n"):
        return []
    difference = difflib.unified_diff(expected, printed, "in the document", "printed", lineterm="")
    return ["\n".join([f"{block.document}:{block.output_line}: the program prints something else:", *difference])]


def check_manifest(program: Program, package: Package, folder: Path) -> list:
    """The complaints about a manifest, or a piece of one, which the package manager reads."""
    block, end = program.block, ""
    code = re.sub(r"//.*", "", program.text).strip()
    if not re.match(r"//\s*swift-tools-version", block.lines[0]):
        piece = next((piece for piece in PIECES if re.match(piece[0], code)), None)
        if piece is None:
            return [f"{block.place}: neither a manifest ('// swift-tools-version: ...' first) nor a piece of one"]
        names = sorted(set(re.findall(r'package: "([^"]+)"', code)))
        packages = ", ".join(f'.package(url: "https://example.com/{name}", from: "1.0.0")' for name in names)
        program.header, end = [package.tools_version, PACKAGE + piece[1].replace("PACKAGES", packages)], piece[2]
    manifest = program.write(folder)[0]
    text = manifest.read_text(encoding="utf-8").replace(URL, f"https://example.com/{package.name}")
    manifest.write_text(text + end, encoding="utf-8")
    done = call("swift", "package", "--package-path", folder, "--manifest-cache", "none", "dump-package")
    if done.returncode != 0:
        return [program.located(done.stderr, folder)]
    dependencies = [one for target in json.loads(done.stdout)["targets"] for one in target["dependencies"]]
    products = [one["product"] for one in dependencies if "product" in one]
    return [
        f"{block.place}: '{package.name}' has no product '{name}'"
        for name, source, *_ in products if (source or "").lower() == package.name and name not in package.products
    ]
