"""Who may do what with channels and deliveries."""

from typing import Any

from tests.proofs.declaring import Build, Member, Request, declared, in_project
from tests.support.house import Situation
from tests.support.world import API

NEW = {"name": "On call", "kind": "webhook", "url": "https://hooks.example.com/in/here"}


def about_channel(rest: str = "", json: dict[str, Any] | None = None) -> Build:
    async def build(at: Situation) -> Request:
        channel = await at.house.channel(at.project)
        return Request(path=f"{API}/projects/{at.project}/channels/{channel}{rest}", json=json)

    return build


async def again(at: Situation) -> Request:
    delivery = await at.house.delivery(at.project)
    return Request(path=f"{API}/projects/{at.project}/deliveries/{delivery}/again")


# Messages leave the project, so where they go is an admin's to say; that they went is everybody's to see.
CHANNELS = (
    declared("list_channels", Member("VIEWER"), 200, in_project("/channels")),
    declared("add_channel", Member("ADMIN"), 201, in_project("/channels", NEW)),
    declared("change_channel", Member("ADMIN"), 200, about_channel(json={"name": "Night"})),
    declared("remove_channel", Member("ADMIN"), 204, about_channel()),
    # No worker runs in this house.
    declared("test_channel", Member("ADMIN"), 503, about_channel("/test")),
    declared("rotate_channel_secret", Member("ADMIN"), 200, about_channel("/rotate-secret")),
    declared("list_deliveries", Member("VIEWER"), 200, about_channel("/deliveries")),
    declared("send_delivery_again", Member("ADMIN"), 202, again),
)
