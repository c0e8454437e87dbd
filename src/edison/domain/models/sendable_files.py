"""Leave out the files of messages that a model does not take."""

from collections.abc import Collection
from dataclasses import replace

from edison.domain.models.model_call import Message
from edison.kit.media_facts import MediaKind


def with_files_of(
    messages: tuple[Message, ...], kinds: Collection[MediaKind]
) -> tuple[Message, ...]:
    """Return the messages with only the files of these kinds. The text of a judge names each file."""
    if all(file.kind in kinds for message in messages for file in message.files):
        return messages
    return tuple(
        replace(message, files=tuple(file for file in message.files if file.kind in kinds))
        for message in messages
    )
