"""A few hundred factual questions with answers that are easy to verify."""

_CAPITALS = """
Afghanistan Kabul|Albania Tirana|Algeria Algiers|Angola Luanda|Argentina Buenos Aires|Armenia Yerevan|Australia Canberra
Austria Vienna|Azerbaijan Baku|Bahrain Manama|Bangladesh Dhaka|Belarus Minsk|Belgium Brussels|Bhutan Thimphu|\
Bolivia Sucre
Botswana Gaborone|Brazil Brasilia|Bulgaria Sofia|Cambodia Phnom Penh|Cameroon Yaounde|Canada Ottawa|Chad N'Djamena
Chile Santiago|China Beijing|Colombia Bogota|Croatia Zagreb|Cuba Havana|Cyprus Nicosia|Denmark Copenhagen|Ecuador Quito
Egypt Cairo|Eritrea Asmara|Estonia Tallinn|Ethiopia Addis Ababa|Fiji Suva|Finland Helsinki|France Paris|Gabon Libreville
Georgia Tbilisi|Germany Berlin|Ghana Accra|Greece Athens|Guatemala Guatemala City|Guinea Conakry|Haiti Port-au-Prince
Honduras Tegucigalpa|Hungary Budapest|Iceland Reykjavik|India New Delhi|Indonesia Jakarta|Iran Tehran|Iraq Baghdad
Ireland Dublin|Italy Rome|Jamaica Kingston|Japan Tokyo|Jordan Amman|Kazakhstan Astana|Kenya Nairobi|Kuwait Kuwait City
Laos Vientiane|Latvia Riga|Lebanon Beirut|Liberia Monrovia|Libya Tripoli|Lithuania Vilnius|Luxembourg Luxembourg
Madagascar Antananarivo|Malawi Lilongwe|Malaysia Kuala Lumpur|Mali Bamako|Malta Valletta|Mauritania Nouakchott
Mexico Mexico City|Moldova Chisinau|Mongolia Ulaanbaatar|Montenegro Podgorica|Morocco Rabat|Mozambique Maputo
Myanmar Naypyidaw|Namibia Windhoek|Nepal Kathmandu|Netherlands Amsterdam|Nicaragua Managua|Niger Niamey|Nigeria Abuja
Norway Oslo|Oman Muscat|Pakistan Islamabad|Panama Panama City|Paraguay Asuncion|Peru Lima|Philippines Manila
Poland Warsaw|Portugal Lisbon|Qatar Doha|Romania Bucharest|Russia Moscow|Rwanda Kigali|Senegal Dakar|Serbia Belgrade
Slovakia Bratislava|Slovenia Ljubljana|Somalia Mogadishu|Spain Madrid|Sudan Khartoum|Sweden Stockholm|Switzerland Bern
Syria Damascus|Tanzania Dodoma|Thailand Bangkok|Togo Lome|Tunisia Tunis|Turkey Ankara|Uganda Kampala|Ukraine Kyiv
Uruguay Montevideo|Uzbekistan Tashkent|Venezuela Caracas|Vietnam Hanoi|Yemen Sanaa|Zambia Lusaka|Zimbabwe Harare
"""
_SYMBOLS = """
hydrogen H|helium He|lithium Li|beryllium Be|boron B|carbon C|nitrogen N|oxygen O|fluorine F|neon Ne|sodium Na|\
magnesium Mg
aluminium Al|silicon Si|phosphorus P|sulfur S|chlorine Cl|argon Ar|potassium K|calcium Ca|titanium Ti|\
chromium Cr|manganese Mn
iron Fe|cobalt Co|nickel Ni|copper Cu|zinc Zn|gallium Ga|arsenic As|selenium Se|bromine Br|krypton Kr|silver Ag|tin Sn
iodine I|xenon Xe|barium Ba|tungsten W|platinum Pt|gold Au|mercury Hg|lead Pb|bismuth Bi|radon Rn|radium Ra|uranium U
"""
_AUTHORS = """
Hamlet=William Shakespeare|Faust=Johann Wolfgang von Goethe|Don Quixote=Miguel de Cervantes|War and Peace=Leo Tolstoy
Crime and Punishment=Fyodor Dostoevsky|Pride and Prejudice=Jane Austen|Emma=Jane Austen|Frankenstein=Mary Shelley
Dracula=Bram Stoker|Moby-Dick=Herman Melville|Ulysses=James Joyce|The Trial=Franz Kafka|The Metamorphosis=Franz Kafka
The Magic Mountain=Thomas Mann|Madame Bovary=Gustave Flaubert|Les Miserables=Victor Hugo|Candide=Voltaire
The Divine Comedy=Dante Alighieri|The Odyssey=Homer|The Aeneid=Virgil|Great Expectations=Charles Dickens
Oliver Twist=Charles Dickens|Jane Eyre=Charlotte Bronte|Wuthering Heights=Emily Bronte|Middlemarch=George Eliot
Walden=Henry David Thoreau|The Scarlet Letter=Nathaniel Hawthorne|Treasure Island=Robert Louis Stevenson
Alice in Wonderland=Lewis Carroll|Peter Pan=J. M. Barrie|The Time Machine=H. G. Wells|Heidi=Johanna Spyri
"""
_FACTS = """
How many days are in a leap year?=366|How many planets are in the solar system?=8|How many sides has a hexagon?=6
How many minutes are in a day?=1440|How many degrees are in a right angle?=90|How many bits are in a byte?=8
How many continents are there?=7|How many keys has a standard piano?=88|How many strings has a violin?=4
How many legs has a spider?=8|How many chambers has the human heart?=4|How many centimetres are in a metre?=100
How many squares has a chessboard?=64|How many letters are in the English alphabet?=26|How many hours are in a week?=168
Which planet is the largest?=Jupiter|Which planet is closest to the sun?=Mercury|\
Which planet is known as the red planet?=Mars
What is the largest ocean?=Pacific|What is the longest river in South America?=Amazon|\
What is the highest mountain?=Everest
In which year did the Berlin Wall fall?=1989|In which year did the first human walk on the moon?=1969
In which year did the First World War begin?=1914|In which year did the Second World War end?=1945
In which year was the French Revolution?=1789|Who painted the Mona Lisa?=Leonardo da Vinci
Who developed the theory of general relativity?=Albert Einstein|Who discovered penicillin?=Alexander Fleming
What is the square root of 144?=12|What is the smallest prime number?=2|What gas do plants take in?=Carbon dioxide
What is the freezing point of water in Celsius?=0|What is the boiling point of water in Celsius?=100
What is the hardest natural substance?=Diamond|What is the speed of light in km/s, rounded?=300000
What is the currency of Japan?=Yen|What is the currency of Switzerland?=Franc|What is the currency of Poland?=Zloty
What language is spoken in Brazil?=Portuguese|What language is spoken in Austria?=German|\
What is the opposite of hot?=Cold
"""


def _entries(table: str) -> list[str]:
    return [entry for line in table.strip().splitlines() for entry in line.split("|")]


def _pairs(table: str, separator: str) -> dict[str, str]:
    return dict(entry.split(separator, 1) for entry in _entries(table))


CAPITALS = _pairs(_CAPITALS, " ")
SYMBOLS = _pairs(_SYMBOLS, " ")
AUTHORS = _pairs(_AUTHORS, "=")
FACTS = _pairs(_FACTS, "=")

QUESTIONS: dict[str, str] = {
    **{f"What is the capital of {country}?": city for country, city in CAPITALS.items()},
    **{f"What is the chemical symbol for {name}?": symbol for name, symbol in SYMBOLS.items()},
    **{f"Who wrote {title}?": author for title, author in AUTHORS.items()},
    **FACTS,
}
