"""Which kinds of files a model takes: by its protocol, and by what is known about the model."""

from edison.domain.models.attached_file import SPOKEN
from edison.domain.models.capabilities import Capabilities
from edison.domain.models.catalog import CatalogModel
from edison.kit.media_facts import MediaKind
from edison.providers.model_apis import api_in_use
from edison.providers.wire.content_parts import sent_kinds


def taken_kinds(model: CatalogModel) -> frozenset[MediaKind]:
    """Return the kinds of files that can be sent to a model. If a capability is unknown, the model is tried."""
    api = api_in_use(model.provider, model.name, model.api)
    return frozenset(
        kind
        for kind in sent_kinds(model.provider, api)
        if takes_kind(model.capabilities, kind) is not False
    )


def takes_kind(known: Capabilities, kind: MediaKind) -> bool | None:
    match kind:
        case "image":
            return known.images
        case "pdf":
            return known.pdfs
        case "audio":
            return known.audio


def refusal_of_kind(model: CatalogModel, kind: MediaKind) -> str:
    """Return the sentence for a kind of file that a model does not take."""
    if takes_kind(model.capabilities, kind) is False:
        return (
            f"{model.name} does not take {SPOKEN[kind]}, which the cases have. Choose another model. If this is out of "
            "date, correct the capability of the model in the catalog."
        )
    return (
        f"The API over which {model.name} is called does not take {SPOKEN[kind]}, which the cases have. Choose another "
        "model or another API."
    )
