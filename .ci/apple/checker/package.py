"""Compiles the package, and clients of it, for other systems."""

import re
import shutil
import sys
from pathlib import Path

from checker.interfaces import Target
from checker.toolchain import APPLE, ROOT, SDK, WORK, Failure, call

LIBRARIES = ("Wormer", "Fusion", "Compat", "WormerTesting")
C_LIBRARIES = ("CWormer", "CWormerTesting")  # in this order, because each may use the previous ones
INCLUDES = [f"-I{ROOT}/Sources/{library}/include" for library in C_LIBRARIES]


class Package:
    """The package of this checkout, with the plugin from one of its debug builds."""

    def __init__(self, build: Path):
        self.plugin = build / "FusionMacros-tool"
        if not self.plugin.is_file():
            raise Failure(f"{self.plugin} does not exist; build the package first")
        # The compiler starts plugins without an environment, so the stand-in finds the plugin beside it.
        self.plugin_without_records = WORK / "without-records"
        shutil.copy(APPLE / "without-records.py", self.plugin_without_records)
        link = WORK / self.plugin.name
        link.unlink(missing_ok=True)
        link.symlink_to(self.plugin)
        self.swiftui_plugin = WORK / "SwiftUIMacros"
        script = ROOT / ".ci/snippets/platform/SwiftUI/plugins/SwiftUIMacros.py"
        self.swiftui_plugin.write_text(f"#!{sys.executable}\n" + script.read_text(encoding="utf-8"), encoding="utf-8")
        self.swiftui_plugin.chmod(0o755)

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
        )
        if done.returncode == 0 and not re.search(r": (error|warning): ", done.stdout):
            return ""
        return done.stdout or f"code {done.returncode}"

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
            found += complaints(triple, done.stdout)
    return objects, found


def complaints(subject: str, output: str) -> list:
    """The errors and warnings in what a compiler says, each once, or all of it if it has none."""
    lines = re.findall(r"^.*(?:error|warning): .*$", output, re.MULTILINE) or output.splitlines()
    return [f"{subject}: {line}".replace(f"{ROOT}/", "") for line in dict.fromkeys(lines)]
