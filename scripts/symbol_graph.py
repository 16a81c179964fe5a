# SPDX-License-Identifier: Apache-2.0
"""Symbol graphs of the package's built modules, for the scripts that compare public declarations."""
import glob
import json
import pathlib
import subprocess

PACKAGE = pathlib.Path(__file__).resolve().parent.parent


class CommandFailed(Exception):
    """A command ended with an error; the text has its output."""


def output(*command):
    """Returns the output of a command that runs in the package."""
    result = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True)
    if result.returncode:
        raise CommandFailed(f"{' '.join(command[:3])} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def spelling(fragments):
    """Returns the text of declaration fragments."""
    return "".join(fragment["spelling"] for fragment in fragments)


class Extractor:
    """Extracts the symbol graphs of modules from the debug build."""

    def __init__(self):
        products = output("swift", "build", "--show-bin-path").strip()
        target = json.loads(output("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
        # The C modules that the modules import.
        includes = sorted(glob.glob(str(PACKAGE / ".build/checkouts/*/Sources/*/include")))
        maps = sorted(glob.glob(f"{products}/*.build/module.modulemap"))
        flags = [f"-I{path}" for path in includes] + [f"-fmodule-map-file={path}" for path in maps]
        self.arguments = ["-I", f"{products}/Modules", "-target", target]
        self.arguments += [argument for flag in flags for argument in ("-Xcc", flag)]

    def extract(self, module, folder):
        """Writes the graph of a module's public symbols to a folder, without synthesized members."""
        output(
            "swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-output-dir", str(folder), *self.arguments,
        )


def read(module, folder):
    """Returns the contents of a module's symbol graphs in a folder."""
    return [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(pathlib.Path(folder).rglob(f"{module}*.symbols.json"))
        if path.name.split(".")[0].split("@")[0] == module
    ]
