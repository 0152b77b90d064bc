"""Reads documents: finds the Swift blocks and the marks before them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^( *)(`{3,}|~{3,})\s*([^\s`{]*)[^`]*$")
COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
MARK_KEYWORD = re.compile(r"\s*(snip\w*)\s*(:?)", re.IGNORECASE)
HEADING = re.compile(r"^(#{1,6})\s")
TOKEN = re.compile(r'"((?:\\.|[^"\\])*)"|([^\s,"]+)')
NO_OUTPUT = "this mark needs the expected text, or a ```text block next after this block"
OUTPUT_LANGUAGES = {"text", "console", "output"}

# keyword: (least, most) number of arguments
MARKS = {
    "continues": (0, 1),
    "name": (1, 1),
    "before": (1, 1),
    "unchanged": (0, 0),
    "fails": (0, None),
    "warns": (0, None),
    "run": (0, 0),
    "ends": (0, 0),
    "body": (0, 0),
    "top": (0, 0),
    "prelude": (1, None),
    "import": (1, None),
    "main-actor": (0, 0),
    "file": (1, 1),
    "without": (1, None),
}
DEFAULT_MARKS = {"import", "prelude", "body"}
EXCLUSIVE = [
    ("run", "ends", "fails"),
    ("warns", "fails"),
    ("unchanged", "fails"),
    ("body", "top"),
    ("body", "file"),
]


class Problem(Exception):
    """Something wrong with a document at one of its lines."""

    def __init__(self, place: str, line: int, text: str):
        super().__init__(f"{place}:{line}: {text}")


@dataclass
class Block:
    """One Swift block: the lines between its fences, and its marks."""

    document: str
    line: int
    lines: list
    marks: dict
    scope: int
    module: str = ""
    output: list = None
    output_line: int = 0

    @property
    def end(self) -> int:
        return self.line + len(self.lines)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def holds(self, document: str, line: int) -> bool:
        return document == self.document and self.line <= line <= self.end

    def expected(self, keyword: str) -> list:
        """The texts that a mark names or, where it names none, those of the output block that follows."""
        return self.marks[keyword] or [text.strip() for text in self.output if text.strip()]

    def problem(self, text: str) -> Problem:
        return Problem(self.document, self.line - 1, text)


@dataclass
class Reader:
    """Reads the Markdown text of one document or of one comment."""

    document: str
    first_line: int = 1
    scope: int = 0
    module: str = ""
    defaults: dict = field(default_factory=dict)

    def read(self, lines: list) -> list:
        blocks, pending, pending_line = [], {}, 0
        stack, level = [(0, self.defaults)], 0
        waiting = None  # the block whose output the next fenced block shows
        index = 0
        while index < len(lines):
            line, number = lines[index], self.first_line + index
            fence = FENCE.match(line)
            if re.match(r"^\s*>\s*(```|~~~)", line):
                raise Problem(self.document, number, "a code block in a quotation cannot be checked: take it out")
            if fence:
                body, after = self.fenced(lines, index, fence)
                language = fence.group(3).lower()
                if language == "":
                    raise Problem(self.document, number, "a code block without a language: write swift, sh or text")
                if waiting and language in OUTPUT_LANGUAGES:
                    waiting.output, waiting.output_line = body, number
                elif waiting and "run" not in waiting.marks:
                    raise waiting.problem(NO_OUTPUT)
                waiting = None
                if language == "swift":
                    marks = self.merged(stack[-1][1], pending)
                    block = Block(self.document, number + 1, body, marks, self.scope, self.module)
                    self.validate(block)
                    blocks.append(block)
                    waiting = block if self.wants_output(block) else None
                elif pending:
                    raise Problem(self.document, pending_line, f"this mark stands before a {language} block")
                pending, index = {}, after
                continue
            if "<!--" in line:
                text, last = line, index
                while "-->" not in text and last + 1 < len(lines):
                    last += 1
                    text += "\n" + lines[last]
                for comment in COMMENT.findall(text):
                    kind, marks = self.marks(comment, number)
                    if kind == "snippet":
                        pending, pending_line = {**pending, **marks}, number
                    elif kind == "snippets":
                        stack = [entry for entry in stack if entry[0] < level or entry[0] == 0] + [(level, marks)]
                index = last + 1
                continue
            heading = HEADING.match(line)
            if heading:
                level = len(heading.group(1))
                stack = [entry for entry in stack if entry[0] < level]
            if line.strip() and pending:
                raise Problem(self.document, pending_line, "this mark must stand just before a swift block")
            index += 1
        if pending:
            raise Problem(self.document, pending_line, "this mark must stand just before a swift block")
        if waiting and "run" not in waiting.marks:
            raise waiting.problem(NO_OUTPUT)
        return blocks

    def fenced(self, lines: list, index: int, fence: re.Match) -> tuple:
        indent, ticks = len(fence.group(1)), fence.group(2)
        closing = re.compile(rf"^ *{re.escape(ticks[0])}{{{len(ticks)},}} *$")
        body = []
        for after in range(index + 1, len(lines)):
            if closing.match(lines[after]):
                return body, after + 1
            line = lines[after]
            body.append(line[min(indent, len(line) - len(line.lstrip(" "))):])
        raise Problem(self.document, self.first_line + index, "this code block has no end")

    def wants_output(self, block: Block) -> bool:
        marks = block.marks
        return "ends" in marks or "run" in marks or any(marks.get(key) == [] for key in ("fails", "warns"))

    def marks(self, comment: str, number: int) -> tuple:
        keyword = MARK_KEYWORD.match(comment)
        if not keyword:
            return "", {}
        kind = keyword.group(1)
        if kind not in ("snippet", "snippets") or not keyword.group(2):
            raise Problem(self.document, number, f"'{comment.strip()}' is no mark: write 'snippet: ...'")
        return kind, parse_marks(comment[keyword.end():], kind == "snippets", self.document, number)

    def merged(self, defaults: dict, own: dict) -> dict:
        marks = {**defaults, **own}
        for key in ("import", "prelude"):
            if key in defaults and key in own:
                marks[key] = defaults[key] + [name for name in own[key] if name not in defaults[key]]
        if ("top" in own or "file" in own) and "body" not in own:
            marks.pop("body", None)
        return marks

    def validate(self, block: Block):
        for group in EXCLUSIVE:
            both = [key for key in group if key in block.marks]
            if len(both) > 1:
                raise block.problem(f"'{both[0]}' and '{both[1]}' cannot stand together")
        if "unchanged" in block.marks and "before" not in block.marks:
            raise block.problem("'unchanged' goes with 'before'")


def parse_marks(text: str, is_default: bool, document: str, number: int) -> dict:
    """Takes 'keyword argument "argument"; keyword' apart."""
    marks = {}
    for part in re.findall(r'(?:"(?:\\.|[^"\\])*"|[^;"])+', text):
        tokens = [quoted.replace('\\"', '"').replace("\\\\", "\\") or bare for quoted, bare in TOKEN.findall(part)]
        if not tokens:
            continue
        keyword, arguments = tokens[0], [re.sub(r"\s+", " ", token) for token in tokens[1:]]
        if keyword not in MARKS:
            raise Problem(document, number, f"unknown mark '{keyword}' (known: {', '.join(MARKS)})")
        if is_default and keyword not in DEFAULT_MARKS:
            raise Problem(document, number, f"'{keyword}' is a mark for one block, not a default")
        least, most = MARKS[keyword]
        if len(arguments) < least or (most is not None and len(arguments) > most):
            raise Problem(document, number, f"mark '{keyword}' with {len(arguments)} arguments")
        if keyword in marks:
            raise Problem(document, number, f"mark '{keyword}' is said twice")
        marks[keyword] = arguments
    return marks


def read_markdown(path: Path, name: str) -> list:
    return Reader(name).read(path.read_text(encoding="utf-8").splitlines())


def read_doc_comments(path: Path, name: str, module: str, prelude: list) -> list:
    """The blocks in the /// comments of a source file; each comment is a small document of its own."""
    own = {"prelude": prelude} if prelude else {}
    blocks, defaults, comment, scope = [], own, [], 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() + [""], start=1):
        text = line.strip()
        if text.startswith("///"):
            comment.append(text[4:] if text[3:4] == " " else text[3:])
            continue
        if comment:
            scope += 1
            reader = Reader(name, number - len(comment), scope, module, defaults)
            blocks += reader.read(comment)
            comment = []
        default = re.match(r"//\s*snippets:(.*)", text)
        if default:
            said = parse_marks(default.group(1), True, name, number)
            defaults = {**said, "prelude": prelude + said.get("prelude", [])}
    return blocks
