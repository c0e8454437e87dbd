"""Template for code generation: small Python functions from a description of one sentence."""

from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent

GOAL = """\
Write small Python functions from a description in one or two sentences that can go into a library as they are:
- They do what the description says, for every input it allows
- They refuse what they cannot work with, and say why
- Another programmer understands them at first sight
- The answer can be pasted into a file without being edited"""

PROMPT = """You write functions for the toolbox of a small company, which its programmers use in many programs.
Read the task below and write one Python function that does it.
Use Python 3.11 and nothing that is not part of its standard library.
Choose a name that says what the function gives back, in lower case with underscores.
Name parameters by what they hold, and not by their letters.
Do not read files, ask the network, print anything or keep anything between two calls.
Prefer a clear loop to a clever line, and a built-in to a loop where one does the same.
If the task leaves something open, choose what surprises a caller least.
Do not change what is passed in; give back a new value.
Work with large input as well: nothing in it should take time that grows with the square of the input
if there is a plain way around that.
Keep lines under 100 characters and indent with four spaces.
Put the code into one block that begins with ```python.

<task>
{{task}}
</task>"""

_CASES = (
    (1, "numbers", "Write a function for the median of a list of numbers"),
    (1, "text", "Write a function for counting the vowels of a text"),
    (2, "lists", "Write a function for splitting a list into chunks of a given size"),
    (
        2,
        "dates",
        "Write a function for the number of working days between two dates, weekends left out",
    ),
    (
        3,
        "text",
        (
            "Write a function for turning camelCase into snake_case, "
            "with runs of capitals such as HTTPServer kept together"
        ),
    ),
    (1, "lists", "Write a function for removing duplicates from a list while its order stays"),
    (4, "parsing", "Write a function for reading durations such as '1h 30m' or '45s' into seconds"),
    (3, "numbers", "Write a function for rounding amounts of money half up to two places"),
    (
        2,
        "dicts",
        "Write a function for inverting a dictionary whose values may occur more than once",
    ),
    (5, "algorithms", "Write a function for the longest common subsequence of two texts"),
    (3, "validation", "Write a function for checking the digits of an ISBN-13"),
    (2, "text", "Write a function for shortening a text to a given length without cutting a word"),
    (4, "algorithms", "Write a function for merging intervals that overlap"),
    (1, "numbers", "Write a function for the digits sum of a whole number, negative ones included"),
    (3, "dicts", "Write a function for flattening a nested dictionary into keys with dots"),
    (
        5,
        "algorithms",
        "Write a function for a topological order of tasks that depend on each other, and circles are possible",
    ),
    (4, "parsing", "Write a function for reading a line of CSV with quoted fields"),
    (
        2,
        "lists",
        "Write a function for the most frequent entry of a list; of several the first one",
    ),
    (3, "dates", "Write a function for the date of Easter Sunday of a year"),
    (4, "text", "Write a function for wrapping a text at a given width, paragraphs kept apart"),
)

CODE_GENERATION = Template(
    id="code-generation",
    name="Code Generation",
    description="Python functions from a sentence: correct, safe with bad input, easy to read, ready to paste.",
    goal=GOAL,
    criteria=(
        Criterion(
            name="Correctness",
            description="It does what the task says, for ordinary and for unusual input",
            weight=0.4,
            scale=5,
        ),
        Criterion(
            name="Robustness",
            description="It refuses what it cannot work with, and says why",
            weight=0.2,
            scale=5,
        ),
        Criterion(
            name="Readability",
            description="Names, hints and words in the code make it clear at first sight",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Conciseness",
            description="The answer is the code and nothing around it",
            weight=0.15,
            scale=5,
        ),
    ),
    prompt_name="Toolbox function",
    content=PromptContent(messages=(Message(role="user", content=PROMPT),)),
    dataset_name="Programming tasks",
    cases=tuple(
        CaseContent(values={"task": task}, tags=(tag,), difficulty=difficulty)
        for difficulty, tag, task in _CASES
    ),
)
