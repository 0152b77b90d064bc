"""Compiles the package, and clients of it, for other systems."""

import re
import sys
from pathlib import Path

from checker.interfaces import Target
from checker.toolchain import APPLE, SDK, WORK
from toolchain import ROOT, call, plugin

LIBRARIES = ("Wormer", "Fusion", "Compat", "WormerTesting")
C_LIBRARIES = ("CWormer", "CWormerTesting")  # in this order, because each may use the previous ones
INCLUDES = [f"-I{ROOT}/Sources/{library}/include" for library in C_LIBRARIES]


class Package:
    """The package of this checkout, with the plugin from one of its debug builds."""

    def __init__(self, build: Path):
        self.plugin = build / "FusionMacros-tool"
        if not self.plugin.is_file():
            sys.exit(f"{self.plugin} does not exist; build the package first")
        WORK.mkdir(exist_ok=True)
        # The compiler starts plugins without an environment, so the stand-in finds the plugin beside it.
        self.plugin_without_records = plugin(APPLE / "without-records.py", WORK / "without-records")
        link = WORK / self.plugin.name
        link.unlink(missing_ok=True)
        link.symlink_to(self.plugin)
        script = ROOT / ".ci/snippets/platform/SwiftUI/plugins/SwiftUIMacros.py"
        self.swiftui_plugin = plugin(script, WORK / "SwiftUIMacros")

    def compile(self, target: Target, module: str, sources: list, flags: list = None, plugin: Path = None) -> str:
        """What the compiler says about a Swift module, which is nothing if it finds no mistake."""
        output = target.folder / "package"
        output.mkdir(exist_ok=True)
        of_package = ["-package-name", "wormer"] if ROOT / "Sources" in sources[0].parents else []
        done = call(
            target.tools.swift_frontend, *(flags or ["-emit-module", "-o", output / f"{module}.swiftmodule"]),
            "-module-name", module, "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", *of_package,
            *target.flags, "-I", output, *INCLUDES, "-load-plugin-executable", f"{plugin or self.plugin}#FusionMacros",
            "-load-plugin-executable", f"{self.swiftui_plugin}#SwiftUIMacros", *sources,
            cwd=WORK,  # where a plugin with coverage writes its file
        )
        if done.returncode == 0 and not re.search(r": (error|warning): ", done.stderr):
            return ""
        return done.stderr or f"code {done.returncode}"

    def check(self, target: Target, module: str, sources: list, **options) -> list:
        """The complaints about a module."""
        return complaints(f"{module} for {target}", self.compile(target, module, sources, **options))


def compile_c(tools, triple: str, sources: list) -> tuple:
    """The objects of C sources, and the complaints about them."""
    objects, found = [], []
    folder = WORK / "c" / triple
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        done = call(
            tools.clang, "-target", triple, "-isysroot", SDK, "-Os", "-Wall", "-Wextra",
            "-Wno-missing-field-initializers", "-Werror", *INCLUDES, "-c", source, "-o", objects[-1],
        )
        if done.returncode != 0:
            found += complaints(triple, done.stderr)
    return objects, found


def complaints(subject: str, output: str) -> list:
    """The errors and warnings in what a compiler says, each once, or all of it if it has none."""
    lines = re.findall(r"^.*(?:error|warning): .*$", output, re.MULTILINE) or output.splitlines()
    return [f"{subject}: {line}".replace(f"{ROOT}/", "") for line in dict.fromkeys(lines)]
