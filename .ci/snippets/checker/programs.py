"""Puts blocks together to programs: what is compiled for a block is the block and what it continues."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from .documents import Block
from .toolchain import IMPORT

MAIN = "main.swift"


@dataclass
class Piece:
    block: Block
    is_body: bool


@dataclass
class Program:
    """The files of a program up to and including one block."""

    block: Block
    before: str = ""  # the stand-in of the old API that it is built against
    files: dict = field(default_factory=dict)  # name -> pieces
    imports: list = field(default_factory=list)
    preludes: list = field(default_factory=list)
    is_on_main_actor: bool = False
    fails: bool = False

    def adding(self, block: Block, before: str) -> Program:
        """This program, gone on with the block."""
        marks = block.marks
        files = {name: list(pieces) for name, pieces in self.files.items() if name not in marks.get("without", [])}
        if "file" in marks:
            files[marks["file"][0]] = [Piece(block, False)]
        else:
            files.setdefault(MAIN, []).append(Piece(block, "body" in marks))
        return Program(
            block,
            before,
            files,
            united(self.imports, ([block.module] if block.module else []) + marks.get("import", [])),
            united(self.preludes, marks.get("prelude", [])),
            self.is_on_main_actor or "main-actor" in marks,
        )

    def as_failing(self) -> Program:
        return replace(self, fails=True, before="")

    def as_unchanged(self) -> Program:
        return replace(self, before="")

    @property
    def text(self) -> str:
        return "\n".join(piece.block.text for pieces in self.files.values() for piece in pieces)

    @property
    def all_imports(self) -> set:
        return set(self.imports) | set(IMPORT.findall(self.text))

    def declares(self, name: str) -> bool:
        kinds = "class|struct|enum|protocol|actor|typealias"
        return re.search(rf"\b(?:{kinds})\s+{re.escape(name)}\b", self.text) is not None

    def is_library(self, name: str) -> bool:
        """A file with `@main` has no top-level code; every other single file may have."""
        return any(re.match(r"\s*@main\b", line) for piece in self.files[name] for line in piece.block.lines)

    def render(self, name: str, with_places: bool) -> str:
        """The text of a file; with places, diagnostics name the document's lines.

        Without places (what is run), the first line of the block is the first line of the file, so that `#line`
        and the file name in its output are those that a reader would see.
        """
        top = [piece.block for piece in self.files[name] if not piece.is_body]
        body = [piece.block for piece in self.files[name] if piece.is_body]
        imports = [f"import {module}" for module in self.imports]
        if body:
            hoisted = [line for block in body for line in block.lines if IMPORT.match(line)]
            imports += [line.strip() for line in hoisted]
        lines = ["\n".join(imports)] if with_places else []
        for block in top:
            lines += [place(block)] * with_places + block.lines
        if body:
            is_async = any(re.search(r"\bawait\b", block.text) for block in body)
            lines.append(f"func snippet() {'async ' if is_async else ''}throws {{")
            for block in body:
                lines += [place(block)] * with_places + ["" if IMPORT.match(line) else line for line in block.lines]
            lines += ["#sourceLocation()"] * with_places + ["}"]
            if not with_places:
                lines.append(f"try {'await ' if is_async else ''}snippet()")
        if not with_places and imports:
            lines[0] = "; ".join(imports + [lines[0]])
        return "\n".join(lines) + "\n"


def place(block: Block) -> str:
    return f'#sourceLocation(file: "{block.document}", line: {block.line})'


def united(first: list, second: list) -> list:
    return first + [name for name in second if name not in first]


def is_manifest(block: Block) -> bool:
    return block.marks.get("file") == ["Package.swift"]


def programs(blocks: list) -> list:
    """The programs of one document, in its order: at least one for each block that is not a manifest."""
    found, last, named = [], {}, {}
    for block in blocks:
        if is_manifest(block):
            continue
        marks = block.marks
        before = marks.get("before", [""])[0]
        start = Program(block)
        if "continues" in marks:
            if marks["continues"]:
                name = marks["continues"][0]
                if name not in named:
                    raise block.problem(f"no block before this one has the name '{name}'")
                start = named[name]
            else:
                key = (block.scope, bool(before))
                if key not in last:
                    raise block.problem("there is no earlier block to continue")
                start = last[key]
        for name in marks.get("without", []):
            if name not in start.files:
                raise block.problem(f"'without {name}': the program has no such file")
        program = start.adding(block, before)
        if "fails" in marks and not before:
            found.append(replace(program, fails=True))
            program = start  # what must not compile is not gone on with
        else:
            found.append(program)
            if "fails" in marks:
                found.append(program.as_failing())
            if "unchanged" in marks:
                found.append(program.as_unchanged())
        if program.files:
            last[(block.scope, bool(before))] = program
        if "name" in marks:
            if marks["name"][0] in named:
                raise block.problem(f"a second block with the name '{marks['name'][0]}'")
            named[marks["name"][0]] = program
    return found
