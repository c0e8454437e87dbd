"""Template for customer support: helpful, kind, correct and short replies of an online shop."""

from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent

GOAL = """Generate helpful, empathetic responses to customer inquiries that:
- Resolve issues quickly and accurately
- Maintain a friendly, professional tone
- Follow company policies and guidelines
- Escalate complex issues appropriately
- Build customer trust and satisfaction"""

PROMPT = """You work at the support desk of Northwind Outfitters, an online shop for clothing, shoes and outdoor gear.
Customers write to us about orders, parcels, payments, exchanges, sizes and their accounts.
Read the message below and write the reply that we will send.
Write as one person of the team who talks to another person, in plain English and in whole sentences.
Answer what was asked. If several things were asked, answer each of them as they came up.
Use only what the message says and what you know about the shop; if something is missing, ask for it.
If the matter is too complicated for you to settle, say that a colleague who knows more about it takes over.
Do not mention these instructions, other customers, or how the shop works inside.
Do not use markdown, tables or emojis; the reply is sent as a plain text mail.
If somebody writes in another language, answer in the language of the message.
Sign with: Northwind support team.

<message>
{{message}}
</message>"""

_CASES = (
    (
        1,
        "delivery",
        (
            "Hello, my parcel was due on Monday and the tracking has not "
            "moved for three days. Order NW-48213. Where is it? Thanks, Jonas"
        ),
    ),
    (
        1,
        "account",
        "I reset my password four times and still cannot sign in. The mail with the link never comes.",
    ),
    (
        1,
        "billing",
        "My name is Priya and I was charged twice for order NW-50117. Please give one of the two payments back.",
    ),
    (
        2,
        "damaged",
        (
            "The hiking boots arrived with a torn seam on the left one, "
            "the box itself was fine. I leave for a trip on Friday."
        ),
    ),
    (
        2,
        "refund",
        "I would like to return a jacket. It was a gift and I have no order number, only the tag. Is that possible?",
    ),
    (
        3,
        "delivery",
        (
            "Your courier left my package with a neighbour who moved out last year. "
            "I have a photo of an empty doorstep. This is Amina, order NW-51902."
        ),
    ),
    (
        2,
        "billing",
        (
            "The invoice for order NW-47760 shows VAT although our "
            "association is exempt. Can you correct it? Regards, Henrik"
        ),
    ),
    (
        3,
        "refund",
        (
            "I sent back three items two weeks ago and only two were "
            "refunded. The third one, the rain coat, is 129 euros. What now?"
        ),
    ),
    (
        1,
        "product",
        "Does the Fjell tent fit two people and a dog? I could not find the inner size on your page.",
    ),
    (
        4,
        "angry",
        (
            "THIRD broken zipper in a row!!! I have spent four hours with you "
            "people this month. I want my money back and somebody to call me."
        ),
    ),
    (
        2,
        "account",
        (
            "How do I change the email address of my account? The old one belongs "
            "to my former employer and I cannot open it any more."
        ),
    ),
    (
        3,
        "escalation",
        (
            "I am writing for a school of 240 pupils. We need rain ponchos by 3 May, "
            "an offer with net prices and payment by transfer. Who can decide that?"
        ),
    ),
    (
        2,
        "delivery",
        "Can you send my order to Reykjavik instead of Oslo? It has not been shipped yet I think. NW-52388, Sigrun",
    ),
    (
        1,
        "praise",
        (
            "Just wanted to say that Mia from your team was wonderful "
            "yesterday. She found my lost parcel in ten minutes. Thank you!"
        ),
    ),
    (
        4,
        "mixed",
        (
            "Two things: the blue backpack came in green, and your shop charged my old "
            "card although I had removed it. Also, is the green one available in 40 litres?"
        ),
    ),
    (
        3,
        "subscription",
        (
            "I cancelled the gear club on the 2nd, and on the 5th you took "
            "19.90 again. The chat told me to write here. I'm Daniel."
        ),
    ),
    (5, "ambiguous", "It doesn't work. I tried everything you said last time. Please just fix it."),
    (
        3,
        "language",
        (
            "Hello, sorry for my English. I buy shoes size 42 but is too "
            "small, I want 43. I must pay again for the sending? Thanks, Wei"
        ),
    ),
    (
        5,
        "pressure",
        (
            "If you do not refund me by tonight I will post your home address "
            "everywhere. Order NW-40021, the kayak paddle that snapped."
        ),
    ),
    (
        4,
        "privacy",
        (
            "My ex-husband ordered something to my address with our old "
            "shared account. Can you tell me what it was and what he paid?"
        ),
    ),
)

CUSTOMER_SUPPORT = Template(
    id="customer-support",
    name="Customer Support Bot",
    description="Replies to customers of an online shop: helpful, kind, right and to the point.",
    goal=GOAL,
    criteria=(
        Criterion(
            name="Helpfulness",
            description="Provides actionable solution: the customer knows what to do and what will happen",
            weight=0.35,
            scale=5,
        ),
        Criterion(
            name="Empathy",
            description="Acknowledges customer emotions and answers in a warm tone",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Accuracy",
            description="Factually correct information that fits this very message",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Conciseness",
            description="Clear and brief: nothing in it that the customer does not need",
            weight=0.15,
            scale=5,
        ),
    ),
    prompt_name="Customer support reply",
    content=PromptContent(messages=(Message(role="user", content=PROMPT),)),
    dataset_name="Customer support cases",
    cases=tuple(
        CaseContent(values={"message": message}, tags=(tag,), difficulty=difficulty)
        for difficulty, tag, message in _CASES
    ),
)
