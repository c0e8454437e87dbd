"""Template for creative writing: short stories for a weekly newsletter, from an idea of one line."""

from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import PromptContent

GOAL = """Write very small stories for a weekly newsletter that readers finish and remember:
- Each story grows out of the one idea it is given and stays with it
- It is original, vivid and concrete, and shows instead of explaining
- Its language is clear, its structure holds, and nothing in it is padding
- It suits readers of every age"""

PROMPT = """You write the stories on the last page of The Harbour Letter, a newsletter that people read over breakfast.
Every week one reader sends in an idea, and you make a story of it for all the others.
Read the idea below and write the story. Stay with this one idea and leave all others for another week.
Write in simple past and in plain English that a reader of twelve years understands without a dictionary.
Begin in the middle of things; readers do not need to be told what happened in the years before.
Trust them to see the point without help, and do not add a moral or a question to them.
Do not use brand names, real people or events of the news, and nothing that frightens a child.
Do not speak of the newsletter, of yourself or of how the text was made.
Write plain paragraphs without lists, bold words or emojis, as they go straight into print.
Check that names, times and places are the same from the first line to the last.

<topic>
{{topic}}
</topic>"""

_CASES = (
    (1, "everyday", "A story about a lighthouse keeper who gets a letter every day, always without a sender"),
    (2, "everyday", "A story about the last bus of the night and the one passenger who never gets off"),
    (1, "animals", "A story about a crow that returns lost keys to their owners"),
    (3, "memory", "A story about a grandmother who forgets names but remembers every recipe"),
    (2, "work", "A story about a night baker who hears the town through its windows"),
    (4, "speculative", "A story about a city where shadows have to be registered"),
    (2, "childhood", "A story about a paper boat that comes back"),
    (3, "travel", "A story about two strangers who share a table on a ferry in the fog"),
    (1, "humour", "A story about a parrot that only speaks in weather forecasts"),
    (5, "constraint", "A story about an argument in which nobody is allowed to use the letter e"),
    (3, "music", "A story about a piano tuner who finds a folded note inside an old piano"),
    (2, "nature", "A story about the first snow in a village that has waited eleven years for it"),
    (4, "grief", "A story about a man who waters the garden of the house he sold"),
    (3, "letters", "A story about a postman who reads only the postcards nobody would miss"),
    (1, "animals", "A story about a dog who waits for the right train"),
    (4, "speculative", "A story about the day on which all clocks in the country stop for an hour"),
    (2, "sports", "A story about the goalkeeper of a team that never wins"),
    (5, "abstract", "A story about silence that moves into a noisy house"),
    (3, "history", "A story about a mapmaker who leaves out one island on purpose"),
    (4, "relationship", "A story about two sisters who inherit one coat"),
)  # fmt: skip

CREATIVE_WRITING = Template(
    id="creative-writing",
    name="Creative Writing",
    description="Very small stories from one line of an idea: original, vivid, well built and not too long.",
    goal=GOAL,
    criteria=(
        Criterion(
            name="Creativity",
            description="Original, with images and turns of its own instead of the first thing that comes to mind",
            weight=0.35,
            scale=5,
        ),
        Criterion(
            name="Engagement",
            description="People, voices and concrete things that make a reader go on",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Structure",
            description="It has a shape: a beginning that pulls in, and an end that closes what was opened",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Brevity",
            description="As long as the idea needs and no longer: not one sentence is padding",
            weight=0.15,
            scale=5,
        ),
    ),
    prompt_name="Harbour Letter story",
    content=PromptContent(messages=(Message(role="user", content=PROMPT),)),
    dataset_name="Story ideas",
    cases=tuple(
        CaseContent(values={"topic": topic}, tags=(tag,), difficulty=difficulty)
        for difficulty, tag, topic in _CASES
    ),
)
