"""Send one mail."""

from edison.engine.contracts import SEND_MAIL, MailOrder
from edison.engine.durable import workflow
from edison.engine.steps.deliver_mail import deliver_mail


@workflow(SEND_MAIL)
async def send_mail(order: MailOrder) -> None:
    await deliver_mail(order)
