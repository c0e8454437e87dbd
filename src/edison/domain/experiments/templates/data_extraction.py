"""Template for data extraction: fields of a business email as JSON."""

from edison.domain.datasets.dataset import CaseContent
from edison.domain.experiments.templates.experiment_template import Template
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.prompts.prompt import OutputContract, PromptContent

GOAL = """\
Extract the name, email, date, amount, order number and city from business mails so that a program can use them:
- Valid JSON that can be read as it is
- Every value that the mail states, and correct to the letter
- Dates as year, month and day; amounts as plain numbers
- Nothing that the mail does not state"""

PROMPT = """You work in the office of a trading company and read the mails that come in every day.
Extract the data from the mail below, for a program that enters it into the books.
The fields are: name, email, date, amount, order number, city.
The name is that of the person who writes, and the email is the address to which we may answer.
The date is the one that the mail is about, not the day on which it was written.
The amount is what is to be paid or was paid, in the currency of the mail.
The order number is the reference by which the writer knows the matter; invoices and offers have one as well.
The city is where the goods are or shall go to.
Mails come from all over the world: people write dates and amounts in many ways.
Signatures, greetings and the history below a mail are part of it and may hold what you look for.
If a mail speaks of two orders, take the one that it asks something about.
Give the result as a JSON object.

<email>
{{mail}}
</email>"""

_CASES = (
    (
        1,
        "invoice",
        (
            "Dear team, invoice RE-20417 over $1,240.00 was due on 3 May 2024. Please confirm the "
            "payment. Kind regards, Helen Marsh, helen.marsh@brightline.example"
        ),
        (
            '{"name": "Helen Marsh", "email": "helen.marsh@brightline.example", '
            '"date": "2024-05-03", "amount": "1240.00", "order_id": "RE-20417", "city": null}'
        ),
    ),
    (
        1,
        "delivery",
        (
            "Hello, please send order NW-5521 to Rotterdam by 2024-06-14. "
            "Total as agreed: EUR 860.50. Best, Jonas Klein (jonas@kleinbau.example)"
        ),
        (
            '{"name": "Jonas Klein", "email": "jonas@kleinbau.example", '
            '"date": "2024-06-14", "amount": "860.50", "order_id": "NW-5521", "city": "Rotterdam"}'
        ),
    ),
    (
        2,
        "missing",
        (
            "This is Amara Okafor. I still wait for an answer about order "
            "AK-771. Write to amara.okafor@lagostextiles.example please."
        ),
        (
            '{"name": "Amara Okafor", "email": "amara.okafor@lagostextiles.example", '
            '"date": null, "amount": null, "order_id": "AK-771", "city": null}'
        ),
    ),
    (
        2,
        "refund",
        (
            "I returned the lamps on 21 January 2025 and was promised £79.90. Nothing came. "
            "Reference LX-30912. Regards, Tom Whitaker, t.whitaker@post.example"
        ),
        (
            '{"name": "Tom Whitaker", "email": "t.whitaker@post.example", '
            '"date": "2025-01-21", "amount": "79.90", "order_id": "LX-30912", "city": null}'
        ),
    ),
    (
        3,
        "two orders",
        (
            "Order QD-118 arrived, thank you. But where is QD-119? It was to be in Lisbon on 9 "
            "March 2025, paid in advance with $2,310.00. Marta Sousa, marta.sousa@azulejos.example"
        ),
        (
            '{"name": "Marta Sousa", "email": "marta.sousa@azulejos.example", '
            '"date": "2025-03-09", "amount": "2310.00", "order_id": "QD-119", "city": "Lisbon"}'
        ),
    ),
    (
        1,
        "offer",
        (
            "Please renew offer OF-8830 from 12 February 2025 over EUR 15,400.00 for "
            "delivery to Vienna. Thank you, Stefan Moser, moser@moserholz.example"
        ),
        (
            '{"name": "Stefan Moser", "email": "moser@moserholz.example", '
            '"date": "2025-02-12", "amount": "15400.00", "order_id": "OF-8830", "city": "Vienna"}'
        ),
    ),
    (
        3,
        "no amount",
        (
            "We moved: from 1 July 2024 on, send everything of order "
            "TR-4402 to Warsaw. Piotr Nowak, biuro@nowak-meble.example"
        ),
        (
            '{"name": "Piotr Nowak", "email": "biuro@nowak-meble.example", '
            '"date": "2024-07-01", "amount": null, "order_id": "TR-4402", "city": "Warsaw"}'
        ),
    ),
    (
        2,
        "dispute",
        (
            "You charged USD 412.00 on 2024-11-30, agreed were less. "
            "This is about PO-90017. Grace Lin, accounting@linandsons.example"
        ),
        (
            '{"name": "Grace Lin", "email": "accounting@linandsons.example", '
            '"date": "2024-11-30", "amount": "412.00", "order_id": "PO-90017", "city": null}'
        ),
    ),
    (
        4,
        "signature",
        (
            "Order BX-606: pick up in Hamburg on 17 October 2024, EUR 3,075.25 by transfer. "
            "-- sent for Lena Brandt by her assistant, answers to lena.brandt@hafenlogistik.example"
        ),
        (
            '{"name": "Lena Brandt", "email": "lena.brandt@hafenlogistik.example", '
            '"date": "2024-10-17", "amount": "3075.25", "order_id": "BX-606", "city": "Hamburg"}'
        ),
    ),
    (
        1,
        "short",
        "HM-1180, $64.00, 2 April 2025. Ana Torres, ana@torres.example",
        (
            '{"name": "Ana Torres", "email": "ana@torres.example", '
            '"date": "2025-04-02", "amount": "64.00", "order_id": "HM-1180", "city": null}'
        ),
    ),
    (
        4,
        "long",
        (
            "Dear all, after a long week with little sleep and a broken heater I finally "
            "sit down to write. The goods of SK-2231 left on 28 August 2024 and came to "
            "Oslo in good order, for which we thank you. The bill of $9,999.00 is another "
            "matter, but we will pay it. Ingrid Dahl, ingrid.dahl@fjordtools.example"
        ),
        (
            '{"name": "Ingrid Dahl", "email": "ingrid.dahl@fjordtools.example", '
            '"date": "2024-08-28", "amount": "9999.00", "order_id": "SK-2231", "city": "Oslo"}'
        ),
    ),
    (
        3,
        "no name",
        "Please cancel ZP-7742, it was to ship from Marseille on 5 December 2024. orders@provence-olives.example",
        (
            '{"name": null, "email": "orders@provence-olives.example", '
            '"date": "2024-12-05", "amount": null, "order_id": "ZP-7742", "city": "Marseille"}'
        ),
    ),
    (
        2,
        "reminder",
        "Second reminder: £1,150.00 for VT-3390 were due on 15 September 2024. Oliver Grant, ledger@grantvets.example",
        (
            '{"name": "Oliver Grant", "email": "ledger@grantvets.example", '
            '"date": "2024-09-15", "amount": "1150.00", "order_id": "VT-3390", "city": null}'
        ),
    ),
    (
        5,
        "contradiction",
        (
            "The letter says $500.00, the invoice CN-0815 says $5,000.00, and we think the letter "
            "is right. Due 11 June 2025. Yuki Tanaka, y.tanaka@kumo.example"
        ),
        (
            '{"name": "Yuki Tanaka", "email": "y.tanaka@kumo.example", '
            '"date": "2025-06-11", "amount": "500.00", "order_id": "CN-0815", "city": null}'
        ),
    ),
    (
        2,
        "change",
        "Can you move MR-5150 to 8 November 2025? It goes to Dublin as before. Niamh Byrne, niamh@byrnefoods.example",
        (
            '{"name": "Niamh Byrne", "email": "niamh@byrnefoods.example", '
            '"date": "2025-11-08", "amount": null, "order_id": "MR-5150", "city": "Dublin"}'
        ),
    ),
    (
        3,
        "currency",
        (
            "We paid GBP 2,048.00 for DV-7007 on 2025-01-05. The crate stands in "
            "Leeds. Please send a receipt to Omar Haddad, omar@haddad-antiques.example"
        ),
        (
            '{"name": "Omar Haddad", "email": "omar@haddad-antiques.example", '
            '"date": "2025-01-05", "amount": "2048.00", "order_id": "DV-7007", "city": "Leeds"}'
        ),
    ),
    (
        4,
        "forwarded",
        (
            "Forwarded: I have no idea who ordered KT-9021, but 30 crates came "
            "to Bergen on 24 May 2025 and somebody wants EUR 7,200.00. "
            "Can Erik Solberg help? erik.solberg@nordkai.example"
        ),
        (
            '{"name": "Erik Solberg", "email": "erik.solberg@nordkai.example", '
            '"date": "2025-05-24", "amount": "7200.00", "order_id": "KT-9021", "city": "Bergen"}'
        ),
    ),
    (
        1,
        "thanks",
        "All fine with GL-4410, thank you! It came on 6 June 2025. Sofia Rossi, sofia@rossiglass.example",
        (
            '{"name": "Sofia Rossi", "email": "sofia@rossiglass.example", '
            '"date": "2025-06-06", "amount": null, "order_id": "GL-4410", "city": null}'
        ),
    ),
    (
        5,
        "nothing",
        "Hello? Is anybody reading this?",
        '{"name": null, "email": null, "date": null, "amount": null, "order_id": null, "city": null}',
    ),
    (
        3,
        "instalments",
        (
            "We agreed on instalments for WF-2500: the first, $1,000.00, on 1 March 2026. "
            "Ship to Toronto. Claire Dubois, claire.dubois@laurent.example"
        ),
        (
            '{"name": "Claire Dubois", "email": "claire.dubois@laurent.example", '
            '"date": "2026-03-01", "amount": "1000.00", "order_id": "WF-2500", "city": "Toronto"}'
        ),
    ),
)

DATA_EXTRACTION = Template(
    id="data-extraction",
    name="Data Extraction",
    description="Mails become records: valid JSON, every value that is there, nothing invented.",
    goal=GOAL,
    criteria=(
        Criterion(
            name="Accuracy",
            description="Every value is the one that the mail states, to the letter",
            weight=0.4,
            scale=5,
        ),
        Criterion(
            name="Completeness",
            description="Every field is there, and what the mail does not say is left empty",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Format",
            description="Nothing but JSON that a program can read as it is",
            weight=0.25,
            scale=5,
        ),
        Criterion(
            name="Faithfulness", description="Nothing is invented or guessed", weight=0.1, scale=5
        ),
    ),
    prompt_name="Mail to record",
    # Plain text, not JSON, so that invalid JSON is judged instead of only rejected.
    content=PromptContent(
        messages=(Message(role="user", content=PROMPT),), output=OutputContract(kind="text")
    ),
    dataset_name="Business mails",
    cases=tuple(
        CaseContent(values={"mail": mail}, expected=expected, tags=(tag,), difficulty=difficulty)
        for difficulty, tag, mail, expected in _CASES
    ),
)
