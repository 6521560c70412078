"""The description of the judge's web service: an OpenAPI document, and a page made from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

EXAMPLE: dict[str, Any] = {
    "map": "crossroads",
    "models": [
        {"id": "scout", "base": "small", "position": [4, 5]},
        {"id": "target", "base": "large", "position": [22, 25]},
    ],
    "question": {"type": "sight", "from": "scout", "to": "target"},
}
"""The question of the page's example."""

ERROR_TEXTS = {
    "400": "The question has a fault: one line says where it is and what was expected.",
    "413": "The question is too large.",
    "503": "The answer takes too long, or too many questions wait.",
}

ANSWER_SCHEMAS: dict[str, Any] = {
    "Answers": {
        "type": "object",
        "required": ["answers"],
        "properties": {
            "answers": {"type": "array", "items": {"$ref": "#/components/schemas/Answer"}},
            "models": {
                "type": "array",
                "items": {"type": "object"},
                "description": "The places of models that the question gives in words.",
            },
        },
    },
    "Answer": {
        "type": "object",
        "required": ["type", "rules"],
        "properties": {
            "type": {"type": "string"},
            "rules": {"type": "array", "items": {"type": "string"}},
            "notes": {"type": "array", "items": {"type": "string"}},
        },
        "description": "The fields depend on the type; the guide's page on formats lists them.",
    },
    "Error": {
        "type": "object",
        "required": ["error"],
        "properties": {"error": {"type": "string"}},
    },
}

PAGE_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1d2026;"
    "background:#fbfaf7}pre{background:#efece4;padding:.8rem;overflow-x:auto;border-radius:6px}"
    "h1{font-size:24px}h2{font-size:18px;margin-top:1.6rem}code{font-size:14px}"
)


def describe_service(
    schema: Mapping[str, Any], version: str, max_bytes: int, seconds: float
) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of a service with these limits.

    `schema` is the JSON Schema of a question file; its definitions become components.
    """
    own = json.loads(json.dumps(dict(schema)).replace('"#/$defs/', '"#/components/schemas/'))
    definitions = own.pop("$defs", {})
    own.pop("$schema", None)
    schemas = {**definitions, "Questions": own, **ANSWER_SCHEMAS}
    answers = {"application/json": {"schema": {"$ref": "#/components/schemas/Answers"}}}
    picture = {"image/png": {"schema": {"type": "string", "format": "binary"}}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "wc3d judge",
            "version": version,
            "description": "Exact answers about line of sight, cover, distances and moves on a miniatures "
            f"table. A question has at most {max_bytes} bytes and {seconds:g} seconds. It may name the "
            "included boards and meshes, or contain its own board, but no files.",
        },
        "paths": {
            "/judge": _operation(
                "Answer the questions of a question file.",
                answers,
                {
                    "name": "verdict_only",
                    "schema": {"type": "boolean", "default": False},
                    "description": "Leave out the evidence (line, clearance, blockers, short_by), which is faster.",
                },
            ),
            "/picture": _operation(
                "Draw an answer in 3D, from above and from the side.",
                picture,
                {
                    "name": "number",
                    "schema": {"type": "integer", "minimum": 1, "default": 1},
                    "description": "The number of the question in the file.",
                },
            ),
            "/report": _operation(
                "Make a page with the answers, their rules and pictures, which opens offline.",
                {"text/html": {"schema": {"type": "string"}}},
            ),
            "/health": {
                "get": {
                    "summary": "Say whether the service runs.",
                    "responses": {"200": {"description": "It runs."}},
                }
            },
        },
        "components": {"schemas": schemas},
    }


def _operation(
    summary: str, content: Mapping[str, Any], parameter: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    body = {
        "application/json": {
            "schema": {"$ref": "#/components/schemas/Questions"},
            "example": EXAMPLE,
        }
    }
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: dict[str, Any] = {"200": {"description": "The answer.", "content": content}}
    responses |= {
        status: {"description": text, "content": error} for status, text in ERROR_TEXTS.items()
    }
    parameters = [] if parameter is None else [{"in": "query", "required": False, **parameter}]
    return {
        "post": {
            "summary": summary,
            "parameters": parameters,
            "requestBody": {"required": True, "content": body},
            "responses": responses,
        }
    }


def render_service_page(description: Mapping[str, Any]) -> str:
    """Return the page that describes the service for people."""
    info = description["info"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width,initial-scale=1">',
        f"<title>wc3d judge</title><style>{PAGE_STYLE}</style>",
        f"<h1>wc3d judge {escape(info['version'])}</h1><p>{escape(info['description'])}</p>",
        '<p>The whole description for programs: <a href="openapi.json">openapi.json</a>.</p>',
    ]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {path}</code></h2>")
            parts.append(f"<p>{escape(operation['summary'])}</p>")
            parts += [
                f"<p><code>?{escape(p['name'])}=</code> {escape(p['description'])}</p>"
                for p in operation.get("parameters", ())
            ]
    parts.append("<h2>Example</h2>")
    parts.append(f"<pre>{escape(json.dumps(EXAMPLE, indent=1))}</pre>")
    return "\n".join(parts) + "\n</html>\n"
