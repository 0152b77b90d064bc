"""Calls the Swift toolchain: the package's modules, the stand-ins and their objects."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

# `@testable import A`, `public import A`, `import struct A.B`
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private)\s+)*import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)",
    re.MULTILINE,
)


def call(arguments: list, timeout: int = 600, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(argument) for argument in arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=timeout,
        encoding="utf-8",
        errors="replace",
        **options,
    )


class ToolFailure(Exception):
    """A tool that the check itself needs has failed."""


def must(arguments: list, what: str, **options) -> str:
    done = call(arguments, **options)
    if done.returncode != 0:
        raise ToolFailure(f"{what} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@dataclass
class Modules:
    """What a block is compiled and linked against."""

    flags: list = field(default_factory=list)
    objects: dict = field(default_factory=dict)  # module -> object files, its dependencies included
    sources: list = field(default_factory=list)  # built together with the block


class Package:
    """The package in this checkout, built once."""

    def __init__(self, root: Path, scratch: str, skip_build: bool):
        self.root = root
        options = ["--package-path", root] + (["--scratch-path", scratch] if scratch else [])
        if not skip_build:
            must(["swift", "build"] + options, "swift build", timeout=3600)
        self.bin = Path(must(["swift", "build", "--show-bin-path"] + options, "swift build --show-bin-path").strip())
        described = must(["swift", "package"] + options + ["describe", "--type", "json"], "swift package describe")
        self.description = json.loads(described[described.index("{"):])
        self.targets = {target["name"]: target for target in self.description["targets"]}
        dumped = must(["swift", "package"] + options + ["dump-package"], "swift package dump-package")
        self.manifest = json.loads(dumped[dumped.index("{"):])
        version = (root / "Package.swift").read_text(encoding="utf-8").splitlines()[0]
        self.tools_version = version.split(":", 1)[1].strip()

    @property
    def libraries(self) -> list:
        return [name for name, target in self.targets.items() if target["type"] == "library"]

    def modules(self) -> Modules:
        found = Modules(flags=["-I", self.bin / "Modules", "-I", self.bin])
        for name in self.libraries:
            if self.targets[name]["module_type"] == "ClangTarget":
                found.flags += self.clang_flags(name)
            found.objects[name] = [
                path for needed in self.closure(name) for path in sorted((self.bin / f"{needed}.build").rglob("*.o"))
            ] + [flag for needed in self.closure(name) for flag in self.linker_flags(needed)]
        for name, target in self.targets.items():
            if target["type"] == "macro":
                tool = next((path for path in (self.bin / f"{name}-tool", self.bin / name) if path.is_file()), None)
                if tool is None:
                    raise ToolFailure(f"no plugin executable for {name} in {self.bin}")
                found.flags += ["-load-plugin-executable", f"{tool}#{name}"]
        return found

    def closure(self, name: str) -> list:
        """The module and what it depends on, without plugins, which are not linked."""
        seen, open_ends = [], [name]
        while open_ends:
            next_name = open_ends.pop()
            if next_name in self.libraries and next_name not in seen:
                seen.append(next_name)
                open_ends += self.targets[next_name].get("target_dependencies", [])
        return seen

    def linker_flags(self, name: str) -> list:
        """The libraries that the manifest links with a target on this platform."""
        platform = "macos" if sys.platform == "darwin" else "linux"
        target = next(target for target in self.manifest["targets"] if target["name"] == name)
        return [
            f"-l{setting['kind']['linkedLibrary']['_0']}"
            for setting in target["settings"]
            if "linkedLibrary" in setting["kind"]
            and platform in setting.get("condition", {}).get("platformNames", [platform])
        ]

    def clang_flags(self, name: str) -> list:
        include = self.root / self.targets[name]["path"] / "include"
        for module_map in (include / "module.modulemap", self.bin / f"{name}.build" / "module.modulemap"):
            if module_map.is_file():
                return ["-Xcc", f"-fmodule-map-file={module_map}", "-Xcc", "-I", "-Xcc", include]
        raise ToolFailure(f"no module map for {name}")


class StandIns:
    """Modules that only the check has: old APIs (`before/`) and the platform's (`platform/`) where they are missing."""

    def __init__(self, folder: Path, work: Path):
        self.folder, self.work = folder, work
        self.lock = threading.Lock()
        self.made = {}

    def before(self, name: str) -> Modules:
        folder = self.folder / "before" / name
        with self.lock:
            if name not in self.made:
                self.made[name] = self.build_before(folder, self.work / "before" / name)
            return self.made[name]

    def names(self) -> list:
        return sorted(path.name for path in (self.folder / "before").iterdir() if path.is_dir())

    def build_before(self, folder: Path, output: Path) -> Modules:
        output.mkdir(parents=True)
        flags = ["-I", output] + self.plugins(folder, output)
        found = Modules(flags=flags, sources=sorted(folder.glob("*.swift")))
        for module in sorted(path for path in folder.iterdir() if path.is_dir() and path.name != "plugins"):
            self.build_module(module, output, ["-swift-version", "5"] + found.flags)
            found.objects[module.name] = [output / f"{module.name}.o"]
        return found

    def platform(self, imports: set) -> Modules:
        """Stand-ins for those of the imported modules that the platform does not have."""
        found = Modules()
        for folder in sorted(path for path in (self.folder / "platform").iterdir() if path.is_dir()):
            if folder.name not in imports:
                continue
            with self.lock:
                key = f"platform {folder.name}"
                if key not in self.made:
                    self.made[key] = self.build_platform(folder, self.work / "platform" / folder.name)
                made = self.made[key]
            found.flags += made.flags
            found.objects.update(made.objects)
        return found

    def build_platform(self, folder: Path, output: Path) -> Modules:
        output.mkdir(parents=True)
        probe = output / "probe.swift"
        probe.write_text(f"import {folder.name}\n", encoding="utf-8")
        if call([*SWIFTC, "-typecheck", probe]).returncode == 0:
            return Modules()
        self.build_module(folder, output, ["-swift-version", "6"])
        flags = ["-I", output] + self.plugins(folder, output)
        return Modules(flags=flags, objects={folder.name: [output / f"{folder.name}.o"]})

    def plugins(self, folder: Path, output: Path) -> list:
        """The flags that load the macros of a stand-in."""
        flags = []
        for script in sorted(folder.glob("plugins/*.py")):
            plugin = output / script.stem
            plugin.write_text(f"#!{sys.executable}\n" + script.read_text(encoding="utf-8"), encoding="utf-8")
            plugin.chmod(0o755)
            flags += ["-load-plugin-executable", f"{plugin}#{script.stem}"]
        return flags

    def build_module(self, folder: Path, output: Path, flags: list):
        name = folder.name
        must(
            [*SWIFTC, "-parse-as-library", "-wmo", "-c", "-module-name", name, *flags]
            + ["-emit-module", "-emit-module-path", output / f"{name}.swiftmodule", "-o", output / f"{name}.o"]
            + sorted(folder.glob("*.swift")),
            f"building the stand-in {folder}",
        )


def platform_flags() -> list:
    """Where the platform keeps Testing and XCTest, when it is not where the compiler looks by itself."""
    if sys.platform != "darwin":
        return []
    platform = must(["xcrun", "--show-sdk-platform-path"], "xcrun").strip()
    plugins = must(["xcrun", "--find", "swiftc"], "xcrun").strip()
    testing = Path(plugins).parent.parent / "lib" / "swift" / "host" / "plugins" / "testing"
    return [
        "-F", f"{platform}/Developer/Library/Frameworks",
        "-I", f"{platform}/Developer/usr/lib",
        "-L", f"{platform}/Developer/usr/lib",
    ] + (["-plugin-path", str(testing)] if testing.is_dir() else [])


SWIFTC = (["xcrun"] if sys.platform == "darwin" else []) + ["swiftc", "-diagnostic-style", "llvm"]
PROCESSORS = os.cpu_count() or 2
