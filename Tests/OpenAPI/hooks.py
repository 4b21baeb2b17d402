"""What no description can tell schemathesis: cursors of a server, playable clips, ids and tokens.

`scripts/test-openapi` loads it. Requests that are meant to be invalid stay as they are.
"""

import base64
import os
import pathlib
import re

import schemathesis
from hypothesis import strategies as st

clips = [path.read_bytes() for path in sorted(pathlib.Path(os.environ["CLIPS"]).iterdir())]
encoded_clips = [base64.b64encode(clip).decode() for clip in clips]


def cursor(sequence):
    return base64.b64encode(f"seq:{sequence}".encode()).decode().rstrip("=")


# The formats of openapi.yaml.
schemathesis.openapi.format("chatterd-cursor", st.integers(0, 2**40).map(cursor))
schemathesis.openapi.format("chatterd-clip", st.sampled_from(encoded_clips))
schemathesis.openapi.format("binary", st.sampled_from(clips))

# A chatt with a clip that the script has posted; the tokens of all others, by their ids.
clip_id = os.environ["CLIP_ID"]
tokens = {}
keys = set()


@schemathesis.hook
def filter_case(context, case):
    """A form has only texts: a number or null becomes one, which may be valid."""
    if case.media_type != "multipart/form-data" or not isinstance(case.body, dict):
        return True
    texts = [case.body[name] for name in ("username", "name", "message") if name in case.body]
    if not all(isinstance(text, str) for text in texts):
        return False
    # A clip makes a form valid, however it was meant.
    meant_to_fail = case.meta is not None and case.meta.generation.mode.is_negative
    return not (meant_to_fail and getattr(case.body.get("audio"), "data", None) in clips)


@schemathesis.hook
def before_call(context, case, kwargs):
    fix_key(case.headers)
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    fix_query(case.query)
    fix_body(case.body, case.media_type)
    if case.operation.path == "/v1/audio/{id}.m4a" and case.path_parameters["id"] not in tokens:
        case.path_parameters["id"] = clip_id


def fix_query(query):
    for name in ("before", "after"):
        if query and name in query and not str(query[name]).startswith("c2VxO"):
            query[name] = cursor(17)
    if query and "before" in query:
        query.pop("after", None)


def fix_body(body, media_type):
    if not isinstance(body, dict) or not isinstance(body.get("audio"), (str, bytes)):
        return
    if media_type == "multipart/form-data":
        # schemathesis wraps the bytes that it generates.
        if getattr(body["audio"], "data", None) not in clips:
            body["audio"] = clips[0]
    elif body["audio"] not in ["", "null", *encoded_clips]:
        body["audio"] = encoded_clips[0]


def fix_key(headers):
    """A key is for one post, in quotation marks or without."""
    key = headers.get("Idempotency-Key") if headers else None
    if not isinstance(key, str):
        return
    if key.startswith('"'):
        key = re.sub(r"\\(.)", r"\1", key[1:-1])
    if key in keys:
        del headers["Idempotency-Key"]
    keys.add(key)


@schemathesis.hook
def after_call(context, case, response):
    if case.operation.label == "POST /v1/chatts" and response.status_code == 201:
        chatt = response.json()
        tokens[chatt["id"]] = chatt["deleteToken"]


@schemathesis.auth(refresh_interval=None)
class DeleteToken:
    def get(self, case, context):
        return tokens.get((case.path_parameters or {}).get("id"))

    def set(self, case, data, context):
        if data and case.method == "DELETE":
            case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.deserializer("audio/mp4")
def clip(context, response):
    return response.content.decode("latin-1")
