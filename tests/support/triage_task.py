"""A task for simulated models: a prompt that sorts support messages, its cases and a grader."""

from edison.domain.datasets.dataset import CaseContent
from edison.domain.models.model_call import Message
from edison.domain.models.parameters import Parameters
from edison.domain.prompts.prompt import PromptContent

PROMPT_NAME = "Support triage"
GRADER_NAME = "Triage grader"
DATASET_NAME = "Support messages"

# A good model, a cheap one that makes mistakes, and one that sometimes violates the format.
MODELS = ("demo-careful", "demo-quick", "demo-loose")
JUDGE = "sim-judge"

PROMPT = PromptContent(
    system="You sort the messages that customers send to the support of an online shop.",
    messages=(
        Message(
            role="user",
            content="""Classify the customer's message into exactly one category:
- billing: charges, invoices, payments, subscriptions
- delivery: late, lost or misdirected parcels
- product: damaged, faulty or wrong items
- account: sign-in, password, profile
- other: praise, ideas, anything else

Say in one short sentence what decides it. Then write the result inside <response></response> tags:
the bare category on the first line, and on the second line one friendly, specific sentence to the customer.

<message>
{{message}}
</message>""",
        ),
    ),
    parameters=Parameters(temperature=0, max_tokens=200),
)

GRADER = PromptContent(
    messages=(
        Message(
            role="user",
            content="""You grade how a customer's message was sorted and answered.

<message>
{{message}}
</message>

Expected category: {{expected}}

<answer>
{{output}}
</answer>

The first line must name the expected category; if it names another, the grade is close to 0.
The second line should be friendly and speak of this very message; otherwise the grade is lower.
Answer with JSON only: {"score": a number from 0 to 1, "reason": "one sentence"}""",
        ),
    ),
    parameters=Parameters(temperature=0, max_tokens=200),
)

_MESSAGES = (
    (
        "billing",
        "easy",
        "I was charged twice for my subscription this month. Please refund one of the payments.",
    ),
    (
        "delivery",
        "easy",
        "My parcel was due on Monday and the tracking has not moved for three days. Where is it?",
    ),
    ("product", "easy", "The blender I bought arrived with a cracked jug and leaks everywhere."),
    ("account", "easy", "I reset my password four times and still cannot sign in."),
    (
        "other",
        "easy",
        "Just wanted to say that your colleague Mia was wonderful yesterday. Thank you!",
    ),
    (
        "billing",
        "tricky",
        "Hi, this is Jonas. The invoice for order 48213 shows VAT although we are exempt. Can you correct it?",
    ),
    ("delivery", "tricky", "The courier left my package with a neighbour who moved out last year."),
    ("product", "tricky", "You sent the blue lamp. I ordered the green one, order 51877."),
    (
        "account",
        "tricky",
        "How do I change the email address in my profile? The old one belongs to my former employer.",
    ),
    ("other", "tricky", "It would be great if the app had a dark mode. Any plans for that?"),
    (
        "billing",
        "angry",
        "You cancelled my free trial and charged my card anyway!!! I want my money back NOW.",
    ),
    (
        "product",
        "angry",
        "Third headset in a row that stopped working after a week. What are you selling there?",
    ),
)

CASES = tuple(
    CaseContent(values={"message": message}, expected=category, tags=(category, tag))
    for category, tag, message in _MESSAGES
)
