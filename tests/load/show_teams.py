"""The parts of `just show teams`: sign-in, protected labels, certificates, notifications and their screens."""

import asyncio
import random
from collections.abc import Generator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect

from edison.vault.certificate_keys import CertificateSigner
from edison.vault.key_ring import KeyRing
from tests.e2e.browser import THEMES, axe_violations, chromium, open_context
from tests.e2e.inspection import settle
from tests.e2e.promotions_story import CASES, tell_the_promotions_story
from tests.e2e.runs_story import ready_to_run
from tests.e2e.simulating import simulating
from tests.e2e.stage import Visitor
from tests.load.notification_worlds import NotificationFigures, measure_notifications
from tests.load.showing import Figures, Part, Say, Show
from tests.load.time_budget import TimeBudget
from tests.load.workbench_stage import wait_for_a_worker
from tests.proofs.label_moves import try_to_move_label
from tests.support.answers import granted
from tests.support.certificates import exported_certificate, tampering_found
from tests.support.house import served_house
from tests.support.installation import running
from tests.support.oidc_attacks import Attack, gets_through, try_attacks
from tests.support.postgres import TestServer
from tests.support.promotions import a_promoted_desk, but
from tests.support.provider_sign_in import two_providers
from tests.support.world import World, vault_private_key

LIMITS: dict[str, tuple[str, float]] = {
    "oidc_attacks_tried": ("at least", 25),
    "oidc_attacks_passed": ("at most", 0),
    "routes_tried_for_label": ("at least", 100),
    "label_moved_without_certificate": ("at most", 0),
    "certificate_tampering_found": ("at least", 1),
    "notifications_duplicated": ("at most", 0),
    "notifications_lost": ("at most", 0),
    "notifications_out_of_order": ("at most", 0),
    "axe_violations": ("at most", 0),
}
EVENTS = 1_000
PEOPLE = 200
KILLS = 2
SIZES = ("wide", "narrow")


@contextmanager
def _server() -> Generator[tuple[TestServer, Path]]:
    with TemporaryDirectory(prefix="edison-teams-", ignore_cleanup_errors=True) as name:
        yield TestServer(Path(name) / "server", "teams"), Path(name)


def sign_in(say: Say, _: TimeBudget) -> Figures:
    """Attack the sign-in with an identity provider, each time in an installation of its own."""
    with _server() as (server, _folder):
        tried, passed = asyncio.run(try_attacks(lambda each: _attack(server, each)))
    for name in passed:
        say(f"got through: {name}")
    return {"oidc_attacks_tried": len(tried), "oidc_attacks_passed": len(passed)}


async def _attack(server: TestServer, attack: Attack) -> bool:
    with server.database() as url:
        world = World(url)
        try:
            async with two_providers(world) as doors:
                return await gets_through(doors, attack)
        finally:
            await world.close()


def labels(say: Say, budget: TimeBudget) -> Figures:
    """Call every route that changes something; look after each request whether a protected label has moved."""
    return asyncio.run(_labels(say, budget))


async def _labels(say: Say, budget: TimeBudget) -> Figures:
    with _server() as (server, _), server.database() as url:
        async with served_house(url) as house:
            found = await try_to_move_label(house, url, budget=budget, say=say)
    say(f"{found.requests} requests to {found.routes} routes, {found.accepted} accepted")
    for title in found.moved:
        say(f"moved: {title}")
    return {
        "routes_tried_for_label": found.routes,
        "label_moved_without_certificate": len(found.moved),
    }


def certificates(say: Say, _: TimeBudget) -> Figures:
    """Alter every byte of a certificate that a worker has signed, in three ways."""
    tried, found = asyncio.run(_tampering())
    say(f"{found} of {tried} altered certificates were found")
    return {"certificate_tampering_found": found / tried}


async def _tampering() -> tuple[int, int]:
    with _server() as (server, folder), server.database() as url:
        world = World(url)
        desk = await a_promoted_desk(world)
        await desk.version("Better")
        await desk.run(2, but(20, 0.9))
        ada = await desk.member("Ada")
        promotion = await desk.requested(2)
        granted(await desk.approve(promotion, by=ada.browser))
        certificate = await exported_certificate(desk, promotion, folder)
        await world.close()
    publics = CertificateSigner(KeyRing([vault_private_key()])).publics
    return tampering_found(certificate, publics, random.Random(7))


def notifications(say: Say, _: TimeBudget) -> Figures:
    """Send fewer events than the nightly test to as many people, through two kills of the worker."""
    say(f"{EVENTS:,} events, {PEOPLE} people, {KILLS} kills; the nightly test has 10,000 events")
    found = asyncio.run(_notifications())
    say(str(found))
    return {
        "notifications_sent": found.notifications_sent,
        "notifications_duplicated": found.notifications_duplicated,
        "notifications_lost": found.notifications_lost,
        "notifications_out_of_order": found.out_of_order,
    }


async def _notifications() -> NotificationFigures:
    with _server() as (server, folder), server.database() as url:
        world = World(url)
        try:
            return await measure_notifications(
                world, folder, events=EVENTS, people=PEOPLE, kills=KILLS
            )
        finally:
            await world.close()


def screens(say: Say, budget: TimeBudget) -> Figures:
    """Count the violations that axe finds on the screens of teams, in both themes and two widths."""
    violations = 0
    with (
        TemporaryDirectory(prefix="edison-teams-", ignore_cleanup_errors=True) as home,
        running(Path(home) / "home") as installation,
        simulating() as provider,
        chromium() as browser,
    ):
        wait_for_a_worker(installation)
        owner = Visitor(installation.url).sign_up("Paula Owner")
        ready = ready_to_run(owner, provider, rows=CASES, names=("sim-small",))
        editor = Visitor(installation.url).sign_up("Eddie Editor")
        editor.join(owner, ready.path, "EDITOR")
        story = tell_the_promotions_story(ready, editor, "Support answers")
        promotion = story.request(2)
        paths = (
            f"{ready.path}/promotions/{promotion}",
            f"{ready.path}/promotions",
            f"{story.path}?tab=versions",
            f"{ready.path}/settings/general",
            f"{ready.path}/settings/members",
            "/installation/people",
            "/installation/sign-in",
            "/account",
            "/account/notifications",
            "/notifications",
            f"{ready.path}/comments",
        )
        looks = list(product(paths, THEMES, SIZES))
        for path, theme, size in budget.take(looks, what="looks", say=say):
            context = open_context(
                browser, installation.url, theme=theme, size=size, signed_in=owner.cookies()
            )
            page = context.new_page()
            page.goto(path)
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
            settle(page)
            found = axe_violations(page)
            violations += len(found)
            for line in found:
                say(f"{path}, {theme}, {size}: {line}")
            context.close()
    return {"axe_violations": violations}


PARTS = (
    Part(
        name="sign-in",
        measure=sign_in,
        share_s=100,
        figures=("oidc_attacks_tried", "oidc_attacks_passed"),
    ),
    Part(
        name="labels",
        measure=labels,
        share_s=200,
        figures=("routes_tried_for_label", "label_moved_without_certificate"),
    ),
    Part(
        name="certificates",
        measure=certificates,
        share_s=30,
        figures=("certificate_tampering_found",),
    ),
    Part(
        name="notifications",
        measure=notifications,
        share_s=120,
        figures=(
            "notifications_sent",
            "notifications_duplicated",
            "notifications_lost",
            "notifications_out_of_order",
        ),
    ),
    Part(name="screens", measure=screens, share_s=100, figures=("axe_violations",)),
)
SHOW = Show(
    parts=PARTS,
    keys=tuple(name for part in PARTS for name in part.figures),
    limits=(LIMITS,),
)
