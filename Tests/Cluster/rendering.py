"""Renders the files of deploy/cluster for one machine, as an operator would edit them."""

import os
import pathlib
import re

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "deploy/cluster"
PLACEHOLDER = re.compile(r"\b(?:NODE_NAME|NODE_ADDRESS|DATABASE_HOST|[A-Z]+_PASSWORD)\b")


def render(name, target, values, replaced=(), owner=None):
    """Writes a file with the values of its placeholders, and with replaced paths.

    Each replaced text must be in the file: a path that the file no longer has is an error.
    """
    text = (SOURCE / name).read_text()
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(("#", ";"))]
    text = PLACEHOLDER.sub(lambda match: values[match[0]], "\n".join(lines))
    for old, new in replaced:
        if old not in text:
            raise ValueError(f"{name} does not contain {old!r}")
        text = text.replace(old, str(new))
    target = pathlib.Path(target)
    target.touch(mode=0o600)
    target.write_text(text)
    if owner:
        os.chown(target, *owner)
    return target


def variables(path):
    """The variables of a file in systemd's EnvironmentFile format."""
    lines = (line.strip() for line in pathlib.Path(path).read_text().split("\n"))
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
