"""Providers of a promptfoo configuration, as models to look for in the catalog."""

from typing import Any

from edison.domain.errors import InvalidInput
from edison.domain.imports.import_plan import ImportNotes, ModelUse, PlannedModel
from edison.domain.imports.source_files import MissingFile, SourceFiles, as_dict, as_list
from edison.domain.models.parameters import NOTHING_SET, Parameters

# Parts of an id that are no model name: the kind of call, such as `openai:chat:gpt-5`.
_KINDS = {
    "chat",
    "completion",
    "completions",
    "responses",
    "messages",
    "embedding",
    "embeddings",
    "moderation",
    "realtime",
    "assistant",
}
_APPLICATIONS = ("exec", "python", "javascript", "http", "https", "webhook", "ws", "file", "golang")
_PARAMETERS = {
    "temperature": "temperature",
    "max_tokens": "max_tokens",
    "maxOutputTokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "top_p": "top_p",
    "topP": "top_p",
    "top_k": "top_k",
    "topK": "top_k",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "stop": "stop",
    "stopSequences": "stop",
    "reasoning_effort": "reasoning_effort",
}
# Settings of the connection, which belong to the credential.
_CONNECTION = {
    "apiKey",
    "apiKeyEnvar",
    "apiBaseUrl",
    "apiHost",
    "organization",
    "region",
    "headers",
}
# Settings that are read elsewhere, or have no effect on an answer.
_ELSEWHERE = {"tools", "functions", "response_format", "cost", "label"}


def read_models(given: Any, files: SourceFiles, notes: ImportNotes) -> list[PlannedModel]:
    """Read the `providers` (or `targets`) of a configuration."""
    listed = as_list(given) if isinstance(given, list) else [given] if given else []
    found: list[PlannedModel] = []
    for number, each in enumerate(listed):
        for source, fields in _ids(each, files, f"providers[{number}]", notes):
            model = named_model(source, "target", as_dict(fields.get("config")), notes)
            place = f"providers[{number}]"
            if model is None:
                notes.skipped(place, "model", source, "It is an application, not a model")
                continue
            notes.mapped(place, "model", source, f"Looked for in the catalog as {model.name}")
            found.append(model)
    return found


def _ids(
    each: Any, files: SourceFiles, place: str, notes: ImportNotes
) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(each, dict):
        fields = as_dict(each)
        if "id" in fields:
            return [(str(fields["id"]), fields)]
        # A model as the key of its settings.
        return [(source, as_dict(config)) for source, config in fields.items()]
    source = str(each)
    if source.startswith("file://") and source.endswith((".yaml", ".yml", ".json")):
        try:
            loaded = files.data(source)
        except MissingFile as error:
            notes.skipped(place, "model", source, str(error))
            return []
        many = as_list(loaded) if isinstance(loaded, list) else [loaded]
        return [pair for one in many for pair in _ids(one, files, place, notes)]
    return [(source, {})]


def named_model(
    source: str, use: ModelUse, config: dict[str, Any], notes: ImportNotes
) -> PlannedModel | None:
    """Return the model that a provider id names; None for an application."""
    parts = source.split(":")
    if parts[0] in _APPLICATIONS or source.startswith(("http://", "https://")):
        return None
    if len(parts) == 1:
        name = source
    else:
        rest = parts[1:]
        name = ":".join(rest[1:] if rest[0] in _KINDS and len(rest) > 1 else rest)
    return PlannedModel(
        source=source, name=name, use=use, parameters=_parameters(source, config, notes)
    )


def _parameters(source: str, config: dict[str, Any], notes: ImportNotes) -> Parameters:
    values: dict[str, Any] = {}
    for key, value in config.items():
        name = _PARAMETERS.get(key)
        if name is None:
            if key in _CONNECTION:
                notes.skipped(source, "option", key, "It belongs to the credential of the model")
            elif key not in _ELSEWHERE:
                notes.skipped(source, "option", key, "Edison has no such parameter")
            continue
        values[name] = (
            tuple(as_list(value)) if name == "stop" and isinstance(value, list) else value
        )
    if isinstance(values.get("stop"), str):
        values["stop"] = (values["stop"],)
    try:
        parameters = Parameters(**values)
        parameters.check()
    except (InvalidInput, TypeError):
        notes.skipped(source, "option", "config", "A parameter has a value that no model accepts")
        return NOTHING_SET
    return parameters
