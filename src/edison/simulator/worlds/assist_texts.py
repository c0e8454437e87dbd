"""Texts of the simulated assistants: the task of each world, and criteria that its judges recognize."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    role: str
    # The instruction of the prompt, by which world and input are recognized.
    order: str
    does: str
    audience: str
    form: str
    success: str
    variable: str


TASKS = {
    "support": Task(
        role="You are a customer support agent of an online shop.",
        order="Write a reply to the customer's message.",
        does="The model reads a customer's message and writes the reply that a good support agent would send.",
        audience="customers who wait for help and may be upset",
        form="One message in plain words, ready to be sent.",
        success="the customer knows what happens next and feels understood",
        variable="message",
    ),
    "extraction": Task(
        role="You extract data from documents.",
        order="Extract the name, email, date, amount and order number from the text as JSON.",
        does="The model reads a text and gives back its facts as data.",
        audience="programs that read the result without a person in between",
        form="One JSON object with the fields that were agreed on.",
        success="every value is exactly as in the text and nothing is invented",
        variable="text",
    ),
    "sorting": Task(
        role="You sort the messages that customers send to an online shop.",
        order="Classify the customer's message into one of these "
        "categories: billing, delivery, product, account, other. "
        "Then reply to the sender in one sentence.",
        does="The model reads a message and says which category it belongs to.",
        audience="the team that the message is passed on to",
        form="The bare category on the first line, and one sentence to the sender on the second.",
        success="the category is right and the sentence speaks of this very message",
        variable="message",
    ),
    "code": Task(
        role="You are an experienced Python programmer.",
        order="Write a Python function for the task.",
        does="The model reads a task and writes a function that solves it.",
        audience="programmers who will read and keep the code",
        form="Code that runs as it is.",
        success="the code is right for empty and odd input too and can be read at once",
        variable="task",
    ),
    "text": Task(
        role="You are a writer with a feeling for small things.",
        order="Write a short text about the topic.",
        does="The model writes a text that one likes to read to its end.",
        audience="readers who have a few minutes",
        form="One text without any remarks around it.",
        success="it is vivid, has a shape and surprises at least once",
        variable="topic",
    ),
    "question": Task(
        role="You answer questions for people who want to rely on the answer.",
        order="Answer the question.",
        does="The model answers what is asked, and nothing else.",
        audience="people who want a correct answer quickly",
        form="A few sentences at most, with the result where one finds it at once.",
        success="the answer is right and can be found at a glance",
        variable="question",
    ),
}
# Title, style, and measure of success.
FOCUSES = (
    (
        "Clarity first",
        "Every instruction is precise and can be read in one way only.",
        "two people would judge an output alike",
    ),
    (
        "Room for creativity",
        "Within these bounds the wording is free, and a fresh idea is welcome.",
        "outputs do not sound like a template",
    ),
    (
        "Fast and short",
        "It gets to the point, with as few words as the matter allows.",
        "nothing could be left out",
    ),
    (
        "Safe and honest",
        "It promises nothing that cannot be kept and says what it does not know.",
        "no output claims more than is known",
    ),
    (
        "In the reader's words",
        "It takes up the words and the tone of whoever reads it.",
        "readers would say that it was written for them",
    ),
)

_Criterion = tuple[str, float, str, str, str]
CRITERIA: dict[str, tuple[_Criterion, ...]] = {
    "support": (
        (
            "Helpfulness",
            0.3,
            "Gives the customer concrete steps and says what happens next",
            "Leaves the customer with the problem",
            "The customer can act at once",
        ),
        (
            "Empathy",
            0.25,
            "Acknowledges how the customer feels, sincerely and early",
            "Cold or dismissive",
            "Warm, and fits this very customer",
        ),
        (
            "Accuracy",
            0.2,
            "States rules and facts correctly and refers to the customer's own details",
            "Wrong or invented",
            "Everything is right and specific",
        ),
        (
            "Conciseness",
            0.15,
            "Says what is needed in few words",
            "Long and padded",
            "Nothing could be left out",
        ),
        (
            "Safety",
            0.1,
            "Promises nothing that cannot be kept",
            "Promises the impossible",
            "Every promise can be kept",
        ),
    ),
    "extraction": (
        (
            "Accuracy",
            0.35,
            "Values are exactly those of the text",
            "Most values are wrong",
            "All values are exact",
        ),
        (
            "Format",
            0.25,
            "Nothing but one JSON object with the agreed keys",
            "Cannot be parsed",
            "Parses, with exactly the agreed keys",
        ),
        (
            "Completeness",
            0.2,
            "Every field that the text has a value for is filled",
            "Most are missing",
            "None is missing",
        ),
        (
            "Faithfulness",
            0.2,
            "Nothing is invented: what the text does not say is null",
            "Invents values",
            "Invents nothing",
        ),
    ),
    "sorting": (
        (
            "Accuracy",
            0.4,
            "The category is the right one",
            "Another category",
            "The right category",
        ),
        (
            "Tone",
            0.2,
            "The sentence is friendly and fits the mood of the message",
            "Rude or careless",
            "Friendly and fitting",
        ),
        (
            "Specificity",
            0.2,
            "The sentence speaks of this very message",
            "Would fit any message",
            "Could answer no other message",
        ),
        (
            "Helpfulness",
            0.2,
            "The sentence says what will be done",
            "Says nothing",
            "Says clearly what happens next",
        ),
    ),
    "code": (
        (
            "Correctness",
            0.35,
            "Does what was asked, also for empty and odd input",
            "Wrong results",
            "Right for every input",
        ),
        (
            "Readability",
            0.25,
            "Clear names, types and a docstring",
            "Hard to follow",
            "Understood at first reading",
        ),
        (
            "Completeness",
            0.25,
            "Handles errors and has a test",
            "Only the simple case",
            "Errors and a test are there",
        ),
        (
            "Conciseness",
            0.15,
            "No remarks around the code and no needless lines",
            "More talk than code",
            "Code only",
        ),
    ),
    "text": (
        (
            "Creativity",
            0.3,
            "Has an idea of its own and a turn that one does not expect",
            "Predictable",
            "Surprises",
        ),
        (
            "Engagement",
            0.3,
            "Vivid details, a character, voices",
            "One stops reading",
            "One reads to the end",
        ),
        (
            "Structure",
            0.25,
            "Has a title, a beginning and an end",
            "Falls apart",
            "Whole and well shaped",
        ),
        ("Conciseness", 0.15, "No word too many", "Long-winded", "Every word counts"),
    ),
    "question": (
        ("Accuracy", 0.4, "The answer is correct", "Wrong", "Right"),
        (
            "Clarity",
            0.25,
            "The result is found at once and cannot be misunderstood",
            "One has to search for it",
            "Plain at first sight",
        ),
        (
            "Format",
            0.2,
            "The answer has the form that was asked for",
            "Another form",
            "Exactly that form",
        ),
        (
            "Conciseness",
            0.15,
            "As short as the matter allows",
            "Long-winded",
            "Nothing could be left out",
        ),
    ),
}
