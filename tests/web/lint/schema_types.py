"""Write the types of the page's replies, made from the schemas of JSON output.

python3 schema_types.py docs/schema > replies.d.ts
"""

import json
import sys
from pathlib import Path

NAMES = ("answer", "check", "count", "explain", "hint", "proof", "puzzle", "rate")
PLAIN = {"integer": "number", "boolean": "boolean", "null": "null"}
PLAIN |= {"string": "string", "number": "number"}


def type_of(schema, root, above=()):
    """Return the type of what a schema describes; `above` has the references so far."""
    if not isinstance(schema, dict):
        return "any"
    parts = []
    if "$ref" in schema:
        parts.append(_referred(schema["$ref"], root, above))
    parts += [type_of(each, root, above) for each in schema.get("allOf", ())]
    for word in ("anyOf", "oneOf"):
        if word in schema:
            some = [type_of(each, root, above) for each in schema[word]]
            parts.append(" | ".join(some))
    if "enum" in schema:
        parts.append(" | ".join(map(json.dumps, schema["enum"])))
    elif "const" in schema:
        parts.append(json.dumps(schema["const"]))
    elif "properties" in schema:
        parts.append(object_of(schema, root, above))
    elif "type" in schema:
        kinds = schema["type"]
        kinds = [kinds] if isinstance(kinds, str) else kinds
        parts.append(" | ".join(_kind(kind, schema, root, above) for kind in kinds))
    known = [f"({part})" for part in parts if part != "any"]
    return " & ".join(known) or "any"


def _referred(reference, root, above):
    if reference in above or not reference.startswith("#/"):
        return "any"
    found = root
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return type_of(found, root, (*above, reference))


def _kind(kind, schema, root, above):
    if kind == "array":
        return f"({type_of(schema.get('items', {}), root, above)})[]"
    if kind == "object":
        return object_of(schema, root, above)
    return PLAIN[kind]


def object_of(schema, root, above):
    """Return the type of an object."""
    rows = []
    for name, each in schema.get("properties", {}).items():
        mark = "" if name in schema.get("required", ()) else "?"
        rows.append(f"{json.dumps(name)}{mark}: {type_of(each, root, above)};")
    if isinstance(schema.get("additionalProperties"), dict):
        rows.append(
            f"[key: string]: {type_of(schema['additionalProperties'], root, above)};"
        )
    return f"{{ {' '.join(rows)} }}" if rows else "Record<string, any>"


def record_of(schema):
    """Return the type of the record of a puzzle that was read: the fullest there is."""
    choices = schema.get("oneOf", [schema])
    return max((type_of(each, schema) for each in choices), key=len)


if __name__ == "__main__":
    for name in NAMES:
        schema = json.loads(Path(sys.argv[1], f"{name}.schema.json").read_text())
        print(f"export type {name.title()} = {record_of(schema)};")
