"""Sign the certificate of an approved promotion. A repeated step finds the signature and does nothing."""

from uuid import UUID

from edison.domain.errors import NotFound
from edison.domain.ids import ProjectId, PromotionId
from edison.engine.durable import step
from edison.engine.promotions import sign_certificates
from edison.engine.resources import resources
from edison.engine.workflow_contracts import CertificateOrder


@step("sign_certificate", attempts=6, wait_s=2.0)
async def sign_certificate(order: CertificateOrder) -> bool:
    project = ProjectId(UUID(order["project"]))
    promotion = PromotionId(UUID(order["promotion"]))
    try:
        return await sign_certificates.sign_certificate(resources(), project, promotion)
    except NotFound:
        # The project was deleted since.
        return False


@step("sign_unsigned_certificates")
async def sign_unsigned_certificates() -> int:
    return await sign_certificates.sign_unsigned_certificates(resources())
