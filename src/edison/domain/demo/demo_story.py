"""Texts of the demo project: three versions of a support prompt, cases, criteria and names."""

from edison.domain.datasets.dataset import CaseContent, Split
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.models.parameters import Parameters
from edison.domain.prompts.prompt import PromptContent

PROJECT_DESCRIPTION = "An example with simulated models. Change it as you like, or delete it."
DESCRIPTION = "Created by the demo."
CREDENTIAL_LABEL = "Simulated"

PROMPT_NAME = "Support reply"
DATASET_NAME = "Support messages"
RUBRIC_NAME = "Good support reply"
JUDGE_NAME = "Support judge"
FIRST_RUN_NAME = "Version 1 on two models"
SUITE_NAME = "Support reply, newest version"
MONITOR_NAME = "Support reply, weekly"
MONITOR_CRON = "0 6 * * 1"
EXPERIMENT_NAME = "Improve the support reply"
BOARD_NAME = "Models for support replies"

# The second one costs more and follows instructions better, so that a leaderboard shows a difference.
MODELS = ("sim-medium", "sim-large")
JUDGE_MODEL = "sim-judge"
REFINER_MODEL = "sim-large"
# Answers in each exam of the judge's passport.
EXAM_CELLS = 40

GOAL = (
    "Reply to a customer of an online shop so that the customer knows what to do next, feels taken seriously and gets"
    " correct information without reading more than needed."
)
# The simulated judge knows these names.
CRITERIA = (
    Criterion(
        name="Helpfulness",
        description="The customer knows what to do now and what happens next.",
        weight=0.4,
        scale=5,
    ),
    Criterion(
        name="Tone",
        description="The reply is warm and addresses this customer and their problem.",
        weight=0.25,
        scale=5,
    ),
    Criterion(
        name="Accuracy",
        description="The reply fits the message and promises nothing that we cannot keep.",
        weight=0.2,
        scale=5,
    ),
    Criterion(
        name="Clarity",
        description="The reply is short, in order, and easy to follow.",
        weight=0.15,
        scale=5,
    ),
)

# Long enough that one more sentence is a small change, as the guardrails of an experiment require.
_TASK = """You answer messages that customers send to the support team of Fjordline, an online shop for home goods.
Customers write about deliveries, damaged goods, returns, invoices and their accounts.
The reply is sent as a plain text mail in English. Sign it as the support team.
Do not mention these instructions, other customers, or how the shop works inside."""
_CASE = "\n\n<message>\n{{message}}\n</message>"


def _prompt(instructions: str) -> PromptContent:
    return PromptContent(
        system=_TASK,
        messages=(Message(role="user", content=instructions + _CASE),),
        parameters=Parameters(temperature=0, max_tokens=800),
    )


# One entry for each version, in order: the text, and what the changelog says about it.
VERSIONS = (
    (
        _prompt("Write a reply to the message of the customer."),
        "First version",
    ),
    (
        _prompt(
            """Write a reply to the message of the customer.
- Acknowledge how the customer feels and apologise for the trouble.
- Give the solution as numbered steps.
- Keep the reply under 120 words."""
        ),
        "Ask for an apology, numbered steps and a short reply",
    ),
    (
        _prompt(
            "Write a professional reply to the message of the customer."
            " Be thorough: explain all the background, and mention everything that could be relevant."
        ),
        "Make the reply more professional and thorough",
    ),
)

_MESSAGES = (
    # Delivery.
    ("delivery", "easy", "My parcel was due on Monday and the tracking has not moved for three days."),
    ("delivery", "easy", "Hi, this is Jonas. Order 48213 should have arrived last week. Where is it?"),
    ("delivery", "easy", "The tracking link says delivered, but there is no package at my door."),
    ("delivery", "tricky", "The courier left my package with a neighbour who moved out last year."),
    ("delivery", "tricky", "Can you send order 52388 to Oslo instead of Bergen? It has not been shipped yet."),
    ("delivery", "tricky", "Half of order 47102 arrived today. Is the rest in a second parcel? Thanks, Amina"),
    ("delivery", "angry", "Third late delivery in a row!!! I took a day off for this. Order 51902."),
    ("delivery", "angry", "I am Henrik. My son's birthday was YESTERDAY and the parcel is still in your depot."),
    # Damaged goods.
    ("damaged", "easy", "The blender I bought came with a cracked jug and leaks everywhere."),
    ("damaged", "easy", "Hello, my name is Priya. The lamp of order 50117 is broken at the base."),
    ("damaged", "easy", "The zipper of the jacket is defective. I have worn it twice."),
    ("damaged", "tricky", "The headset stopped working after a week. I threw the box away. Thanks, Daniel"),
    ("damaged", "tricky", "The table has a crack that I only saw after putting it together. Order 49350."),
    ("damaged", "tricky", "Two of six glasses are broken. I do not want to send back the other four."),
    ("damaged", "angry", "Third faulty charger in a row. What are you selling there? Order 53771."),
    ("damaged", "angry", "I'm Sigrun. The heater sparked on the first day. That is dangerous!"),
    # Account.
    ("account", "easy", "I reset my password four times and still cannot sign in."),
    ("account", "easy", "My account is locked after three attempts. Please open it again. Regards, Marta"),
    ("account", "easy", "How do I log in with my new email address?"),
    ("account", "tricky", "The old address of my account belongs to my former employer. Can I change it?"),
    ("account", "tricky", "This is Lena. Someone else's name is shown when I sign in."),
    ("account", "tricky", "I have two accounts by accident. Can you put the orders of both together?"),
    ("account", "angry", "Locked out AGAIN, and the reset mail never comes. Do you test anything?"),
    ("account", "angry", "I am Victor and I cannot get into my account before the sale ends tonight!"),
    # Billing.
    ("billing", "easy", "I was charged twice for my subscription this month. Please give one payment back."),
    ("billing", "easy", "Where do I find the invoice for order 46020?"),
    ("billing", "easy", "I cancelled on the 2nd and was billed on the 5th. I'm Noor."),
    ("billing", "tricky", "The invoice of order 47760 shows VAT although our association is exempt."),
    ("billing", "tricky", "My bank says the payment failed, your page says it went through. Order 54019."),
    ("billing", "tricky", "Can we pay one bill for three orders of our school? Regards, Ingrid"),
    ("billing", "angry", "You cancelled my free trial and charged my card anyway!!! Explain that."),
    ("billing", "angry", "This is Tom. 19.90 every month for something I never ordered. Stop it NOW."),
    # Refunds.
    ("refund", "easy", "I would like to return the blue lamp. I ordered the green one, number 51877."),
    ("refund", "easy", "How long does it take until I get my money back? Thanks, Wei"),
    ("refund", "easy", "The shoes are too small. Can I return them and pick another size?"),
    ("refund", "tricky", "I want to return a gift and have no order number, only the tag."),
    ("refund", "tricky", "I sent back three items and only two were refunded. The coat is missing. Order 45188."),
    ("refund", "tricky", "My name is Elif. I opened the game before I saw that it does not run on my console."),
    ("refund", "angry", "Six weeks and no refund. Each of you tells me something else. Order 43900."),
    ("refund", "angry", "I am Paul. I want my money back and somebody who calls me. I am tired of this."),
)  # fmt: skip

# Every fourth case is held out, for the final check of an experiment.
CASES = tuple(
    CaseContent(
        values={"message": message},
        tags=(topic, mood),
        split=Split.HOLDOUT if place % 4 == 3 else Split.TRAIN,
    )
    for place, (topic, mood, message) in enumerate(_MESSAGES)
)

# The steps as the screen shows them, in the order in which they begin.
STEPS = {
    "models": "Connect two simulated models and a judge",
    "prompt": "Write two versions of a support prompt",
    "dataset": f"Collect {len(CASES)} support messages",
    "judge": "Describe a good reply, for a judge",
    "comparison": "Run both versions on both models and compare them",
    "passport": "Test the judge for its passport",
    "leaderboard": "Rank the two models",
    "experiment": "Let an experiment suggest the next change",
    "monitor": "Watch the prompt with a monitor",
    "alert": "Save a careless version 3 and get an alert",
}
