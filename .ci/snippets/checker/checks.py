"""Compiles and runs the programs and compares what comes out with what the document says."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .programs import MAIN, Program
from .toolchain import IMPORT, SWIFTC, Modules, Package, StandIns, call, platform_flags

DIAGNOSTIC = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<kind>error|warning|note): (?P<text>.*)$")
# A short example shows a value and does not use it: the only warnings that a block may have.
TOLERATED = re.compile(r"was never used|never mutated|never read|is unused|never be executed")
RUN_SECONDS = 30


@dataclass
class Diagnostic:
    file: str
    line: int
    kind: str
    text: str
    details: list

    def __str__(self) -> str:
        return "\n".join([f"{self.file}:{self.line}: {self.kind}: {self.text}"] + self.details)

    @property
    def head(self) -> str:
        return f"{self.kind}: {self.text}"


def diagnostics(output: str) -> list:
    """Errors and warnings, each with the notes and source lines below it."""
    found = []
    for line in output.splitlines():
        match = DIAGNOSTIC.match(line)
        if match and match["kind"] != "note":
            found.append(Diagnostic(match["file"], int(match["line"]), match["kind"], match["text"], []))
        elif found:
            note = f"{match['file']}:{match['line']}: note: {match['text']}" if match else line
            found[-1].details.append("    " + note)
        elif line.startswith("error: "):
            found.append(Diagnostic("swiftc", 0, "error", line[7:], []))
    return found


def matches(text: str, diagnostic: Diagnostic) -> bool:
    heads = [diagnostic.head] + [detail.strip() for detail in diagnostic.details]
    return any(squeezed(text) in squeezed(head) for head in heads)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text.strip())


class Checker:
    """Checks programs; one checker for all of them, from several threads."""

    def __init__(self, package: Package, folder: Path, work: Path):
        self.package, self.folder, self.work = package, folder, work
        self.current = package.modules()
        self.stand_ins = StandIns(folder, work)
        self.platform_flags = platform_flags()

    def check(self, program: Program, number: int) -> list:
        """The complaints about a program; none when it is as its marks say."""
        folder = self.work / f"block-{number}"
        folder.mkdir()
        block, marks = program.block, program.block.marks
        modules = self.modules(program)
        done = call(self.command(program, modules, folder / "check", True) + ["-typecheck"])
        found = diagnostics(done.stderr + done.stdout)
        for one in found:  # at the end of a file, or nowhere: say at least which block it is
            if one.file.startswith((f"{self.work}/", "<unknown>", "swiftc")):
                one.file, one.line = block.document, block.line
        if done.returncode != 0 and not any(one.kind == "error" for one in found):
            return [f"{block.document}:{block.line}: the compiler failed:\n{done.stderr}{done.stdout}"]
        errors = [one for one in found if one.kind == "error"]
        warnings = [one for one in found if one.kind == "warning" and not TOLERATED.search(one.text)]
        if program.fails:
            return self.check_failure(program, errors)
        if errors:
            return [str(one) for one in errors]
        if program.before == "":
            complaints = self.check_warnings(program, warnings)
            if complaints:
                return complaints
        runs = ("run" in marks or "ends" in marks) and program.before == marks.get("before", [""])[0]
        return self.run(program, modules, folder / "run") if runs else []

    def modules(self, program: Program) -> Modules:
        base = self.stand_ins.before(program.before) if program.before else self.current
        platform = self.stand_ins.platform(program.all_imports)
        return Modules(
            base.flags + platform.flags,
            {**base.objects, **platform.objects},
            [source for source in base.sources if not program.declares(source.stem)],
        )

    def command(self, program: Program, modules: Modules, folder: Path, with_places: bool) -> list:
        folder.mkdir()
        paths = []
        for name in program.files:
            path = folder / name
            path.write_text(program.render(name, with_places), encoding="utf-8")
            paths.append(path)
        paths += [self.folder / "prelude" / f"{name}.swift" for name in program.preludes] + modules.sources
        library = ["-parse-as-library"] if any(program.is_library(name) for name in program.files) else []
        if library:
            paths = [path.rename(path.with_name("App.swift")) if path.name == MAIN else path for path in paths]
        mode = ["-swift-version", "5" if program.before else "6"]
        mode += ["-default-isolation", "MainActor"] if program.is_on_main_actor else []
        cache = ["-module-cache-path", self.work / "cache"]
        return [*SWIFTC, *mode, *cache, "-module-name", "App", *library, *self.platform_flags, *modules.flags, *paths]

    def check_failure(self, program: Program, errors: list) -> list:
        block = program.block
        here = f"{block.document}:{block.line}"
        old = " against the modules of this package" if "before" in block.marks else ""
        if not errors:
            return [f"{here}: this block must fail{old}, but it compiles"]
        complaints = []
        expected = block.expected("fails")
        if not expected:
            complaints.append(f"{here}: the block with the expected messages is empty")
        for text in expected:
            if not any(matches(text, error) for error in errors):
                complaints.append(f"{here}: no error says '{text}'. The errors are:")
                complaints += [str(error) for error in errors]
        if complaints:
            return complaints
        failing = [piece.block for pieces in program.files.values() for piece in pieces if "fails" in piece.block.marks]
        for error in errors:
            is_other = any(other is not block and other.holds(error.file, error.line) for other in failing)
            if not is_other and not any(matches(text, error) for text in expected):
                complaints.append(f"{error}\n    (an error besides the expected ones)")
        return complaints

    def check_warnings(self, program: Program, warnings: list) -> list:
        block = program.block
        if "warns" not in block.marks:
            allowed = []
        else:
            allowed = block.expected("warns")
        complaints = [
            f"{block.document}:{block.line}: no warning says '{text}'"
            for text in allowed
            if not any(matches(text, one) for one in warnings)
        ]
        for piece in (piece for pieces in program.files.values() for piece in pieces if piece.block is not block):
            allowed = allowed + (piece.block.expected("warns") if "warns" in piece.block.marks else [])
        return complaints + [str(one) for one in warnings if not any(matches(text, one) for text in allowed)]

    def run(self, program: Program, modules: Modules, folder: Path) -> list:
        block = program.block
        here = f"{block.document}:{block.line}"
        objects = []
        for module in sorted(program.all_imports | set(self.prelude_imports(program))):
            objects += [path for path in modules.objects.get(module, []) if path not in objects]
        executable = folder.with_name("program")
        done = call(self.command(program, modules, folder, False) + objects + ["-o", executable])
        if done.returncode != 0:
            return [f"{here}: compiles, but cannot be built to be run:\n{done.stderr}{done.stdout}"]
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        try:
            ran = call([executable], timeout=RUN_SECONDS, env=environment, cwd=folder)
        except subprocess.TimeoutExpired:
            return [f"{here}: runs for more than {RUN_SECONDS} seconds"]
        if "ends" in block.marks:
            if ran.returncode == 0:
                return [f"{here}: must end the process, but comes to its end:\n{ran.stdout}"]
            said = squeezed(ran.stderr + "\n" + ran.stdout)
            there = f"{block.document}:{block.output_line}"
            return [
                f"{there}: the process does not say '{line.strip()}'. It says:\n{ran.stderr}"
                for line in block.output
                if line.strip() not in ("", "...") and squeezed(line) not in said
            ]
        if ran.returncode != 0:
            return [f"{here}: ends with code {ran.returncode}:\n{ran.stdout}{ran.stderr}"]
        if block.output is None:
            return []
        return self.compare(block, ran.stdout)

    def prelude_imports(self, program: Program) -> list:
        texts = [(self.folder / "prelude" / f"{name}.swift").read_text(encoding="utf-8") for name in program.preludes]
        return [module for text in texts for module in IMPORT.findall(text)]

    def compare(self, block, printed: str) -> list:
        expected = [line.rstrip() for line in block.output]
        actual = [line.rstrip() for line in printed.rstrip("\n").split("\n")]
        pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else re.escape(line) + "\n" for line in expected)
        if re.fullmatch(pattern, "".join(line + "\n" for line in actual)):
            return []
        difference = difflib.unified_diff(expected, actual, "in the document", "printed", lineterm="")
        return ["\n".join([f"{block.document}:{block.output_line}: prints something else:", *difference])]
