"""Sign certificates of approved promotions. Only workers have the signing key."""

from edison.domain.events import PROMOTION_SIGNED
from edison.domain.ids import ProjectId, PromotionId
from edison.engine.resources import Resources

# At most this many in one pass over the certificates that are left.
MOST_AT_ONCE = 100


async def sign_certificate(own: Resources, project: ProjectId, promotion: PromotionId) -> bool:
    """Sign the certificate of a promotion; return False if there is nothing to sign."""
    async with own.change(project) as tx:
        found = await tx.promotions.get(project, promotion, lock=True)
        if found.certificate is None or found.signed:
            return False
        signed = own.load_certificate_signer().sign(found.certificate)
        await tx.promotions.sign(project, promotion, signed)
        tx.note(
            PROMOTION_SIGNED,
            ("promotion", promotion),
            {"key": {"old": None, "new": signed.key_id}},
            prompt=str(found.prompt),
            name=found.prompt_name,
            label=found.label,
            number=found.number,
        )
        return True


async def sign_unsigned_certificates(own: Resources) -> int:
    """Sign what no workflow has signed, for example after a person's name was erased; return the number."""
    async with own.work.read() as tx:
        left = await tx.promotions.unsigned(MOST_AT_ONCE)
    return sum([await sign_certificate(own, project, promotion) for project, promotion in left])
