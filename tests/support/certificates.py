"""Export a certificate that a real worker has signed, and alter it."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from edison.processes.verify_certificate import CertificateState, verify_certificate
from edison.vault.sealer import private_text
from tests.support.answers import granted
from tests.support.commands import Command
from tests.support.forked_process import forked_worker
from tests.support.promotions import PromotionDesk
from tests.support.world import vault_private_key

SIGNED_WITHIN_S = 30


async def exported_certificate(desk: PromotionDesk, promotion: dict[str, Any], home: Path) -> bytes:
    """Start a worker, wait for its signature, and download the certificate."""
    command = Command(
        home,
        desk.world.url,
        EDISON_MIGRATE_ON_START="false",
        EDISON_VAULT_KEYS=private_text(vault_private_key()),
    )
    async with forked_worker(home, command.environment), asyncio.timeout(SIGNED_WITHIN_S):
        while not (await desk.read(promotion))["signed"]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    path = f"{desk.runs.path}/promotions/{promotion['id']}/certificate"
    answer = await desk.browser.get(path)
    granted(answer)
    return answer.content


def tampering_found(
    certificate: bytes, publics: Sequence[str], chance: random.Random
) -> tuple[int, int]:
    """Alter every byte in three ways; return the number of altered certificates, and of those that failed."""
    tried = found = 0
    for place, byte in enumerate(certificate):
        # The lowest bit, the bit between capitals and small letters, and any other value.
        other = chance.choice([one for one in range(256) if one not in (byte, byte ^ 1, byte ^ 32)])
        for changed in (byte ^ 1, byte ^ 32, other):
            altered = certificate[:place] + bytes([changed]) + certificate[place + 1 :]
            tried += 1
            found += verify_certificate(altered, publics).state is not CertificateState.VALID
    return tried, found
