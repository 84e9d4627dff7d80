import type { SampleArticle } from './sample-article.ts';

export const businessAndFarmArticles: SampleArticle[] = [
  {
    id: 'sample-sugar-season',
    title: 'Sugarhouses tally a short, sweet season',
    daysAgo: 6,
    time: '10:45',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/sugar-season',
    tags: ['Farms and food'],
    description: `
<p>Fewer boiling days, darker syrup, better prices. The figures for last spring are finally in, sugarmakers being prompt about boiling and less so about mail.</p>
<figure class="wide"><img src="/illustrations/sugarhouse.svg" width="1200" height="800" alt="A sugarhouse with steam rising from its vent among bare maples"><figcaption>Hill Farm, where the stack could be seen from the village. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Seven sugarhouses in Maple Hollow returned the survey. An eighth returned a jar.</p>
<table><caption>Last spring beside the one before</caption><thead><tr><th scope="col">Measure</th><th scope="col">Last spring</th><th scope="col">Year before</th></tr></thead><tbody><tr><th scope="row">Days boiled, average</th><td>17</td><td>24</td></tr><tr><th scope="row">Taps</th><td>21,300</td><td>20,900</td></tr><tr><th scope="row">Gallons</th><td>7,029</td><td>8,987</td></tr><tr><th scope="row">Gallons per tap</th><td>0.33</td><td>0.43</td></tr><tr><th scope="row">Bulk price per pound</th><td>$2.70</td><td>$2.35</td></tr></tbody></table>
<p>The first run came on February 19, early, and then it was cold for two weeks. When it warmed it forgot to stop. By the end of March the buds were out and the sap had the taste that Ned Haskell of Hill Farm calls “wet sock.”</p>
<p>Haskell boiled for fifteen days and put up 1,140 gallons, two-thirds of it dark. Ten years ago that would have been a disappointment. Now the shops ask for it. “My father gave away dark,” he said. “He’d be ashamed of what I charge, and then he’d want to see the check.”</p>
<p>What worries the growers is the spread between a good year and a bad one, which has doubled in twenty seasons. Four of the seven have added vacuum lines to get more from a short run. Haskell has added a comfortable chair.</p>
<p>His sugarhouse is open weekends. It is listed with the other farms under <a href="/businesses">Businesses</a>.</p>`,
  },
  {
    id: 'sample-new-dentist',
    title: 'A new dentist takes the old bank building',
    daysAgo: 9,
    time: '11:15',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/new-dentist',
    tags: ['Business'],
    description: `
<p>Dr. Ines Okafor opens her doors on December 1. The X-ray machine is in the vault, where the walls were already thick enough.</p>
<p>Maple Hollow has been without a dentist since Dr. Lowell Fitch retired two years ago to build a boat. The nearest chair is 26 miles off, and the school nurse reports that children have come to regard a toothache as a kind of field trip.</p>
<p>Okafor grew up in Burlington, trained in Boston, and spent six years at a clinic in the Northeast Kingdom, where she learned to take appointments around haying. She bought 1 Bank Row in the spring. The building had been empty since the branch closed, except in December, when the Rotary kept its Christmas trees in the lobby.</p>
<p>She has saved the marble counter, the brass teller’s window and the clock. The chairs face the tall windows and, beyond them, the green. “You can watch the parking,” she said. “I’m told people here enjoy that.”</p>
<h2>What to know</h2>
<ul>
<li>Hollow Family Dental, weekdays from 8:00 AM to 4:30 PM</li>
<li>Children, adults, and the state’s public insurance, without a quota</li>
<li>Two mornings a month at the Hollow School, beginning with kindergarten</li>
<li>A hygienist, Renee Thibault, who is from here and already knows who flosses</li>
</ul>
<p>The appointment book opened last Wednesday and is full into February, with Dr. Fitch himself among the first names in it. His boat is nearly done. It is in his barn, and it is, by his own measurement, four inches wider than the door.</p>`,
  },
  {
    id: 'sample-heat-pumps',
    title: 'A kitchen table guide to heat pumps',
    daysAgo: 20,
    time: '09:30',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/heat-pumps',
    tags: ['Winter', 'Home'],
    description: `
<p>What three households paid, and what they would do again. All three let us read their bills, and two gave us pie.</p>
<table><caption>Three houses, one winter</caption><thead><tr><th scope="col">House</th><th scope="col">Paid, after rebates</th><th scope="col">Heat before</th><th scope="col">Heat after</th></tr></thead><tbody><tr><th scope="row">Cape on Mill Street, 1,300 sq ft</th><td>$7,900</td><td>$2,450</td><td>$1,610</td></tr><tr><th scope="row">Farmhouse on Ridge Road, 2,600 sq ft</th><td>$18,200</td><td>$4,900</td><td>$4,150</td></tr><tr><th scope="row">Apartment on Depot Street, 700 sq ft</th><td>$3,600</td><td>$1,300</td><td>$720</td></tr></tbody></table>
<p><strong>The Cape</strong> had its attic insulated first, and its owners say that was the part that mattered. The unit in the front room carries the house down to about five degrees. Below that they light the stove, “which we’d have lit anyway, for company.”</p>
<p><strong>The farmhouse</strong> would do it in a different order. “We bought a very good engine and put it in a boat with holes,” said Laurel Haskell. She is having the walls done now. The summer cooling, which she had called a luxury, is what her mother-in-law talks about.</p>
<p><strong>The apartment</strong> was the easiest. It is one unit on one wall, and the landlord split the cost.</p>
<figure class="wide"><img src="/illustrations/library.svg" width="1200" height="800" alt="The brick library with warm light in its windows"><figcaption>The three owners will answer questions at the library, which would also like to be warmer. Illustration: Maple Hollow Commons.</figcaption></figure>
<h2>Five questions for the installer</h2>
<ol>
<li>What does it put out at minus thirteen?</li>
<li>May I see the heat-loss sheet for my house?</li>
<li>Where does the meltwater go in January?</li>
<li>Who files for the rebate?</li>
<li>Who comes when it stops, and from how far?</li>
</ol>
<p>Luc Perrault of Perrault Plumbing and Heat put in two of the three. He advises keeping the old furnace for a winter. “You’ll sleep better,” he said, “and you won’t use it.”</p>`,
  },
  {
    id: 'sample-bakery',
    title: 'Four hundred rolls before anyone is up',
    daysAgo: 22,
    time: '06:15',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    byline: 'June Hathaway',
    tags: ['Business', 'Farms and food'],
    description: `
<p>Tess Moriarty unlocks River Street Bakery at 1:45 in the morning, says good evening to the oven, and means it.</p>
<figure class="wide"><img src="/illustrations/bakery.svg" width="1200" height="800" alt="A brick oven glowing in a dark bakery, loaves on racks, dawn in the window"><figcaption>The oven at a quarter to five. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>The oven is brick, built in 1922 by a mason who was paid partly in doughnuts, and it is never allowed to go entirely cold. It has no dial. She throws in a pinch of flour and counts. “If it browns at ten, that’s bread. If it browns at five, that’s pizza and I go and have a cup of tea.”</p>
<p>In the next four hours she makes 400 rolls, 90 loaves, six trays of maple bars and, on Fridays, an anadama loaf for which there is a list. Her one employee, Silas, arrives at three on a bicycle. They do not talk until four. After that they don’t stop.</p>
<p>Flour went up 18 percent last year and butter more. A roll is 75 cents. Moriarty has raised the price once in six years, by a nickel, and received a letter about it that she has framed over the sink.</p>
<p>At 5:40 the plow drivers come to the back door. At 5:50 it is the nurses for the early bus. At seven she turns the sign, and by ten past the bench is full of the same five men, who have been solving the school budget since before any of them had gray hair. Then they walk over to the Kettle and solve it again.</p>
<p>The list for the anadama was begun by her mother and has never reached the end. Yesterday’s loaves go on the rail by the door, and people take one and leave what they can. Some leave eggs.</p>
<p>She goes to bed at six in the evening. “I have never seen the end of a town meeting,” she said. “I hear there’s a bell.”</p>`,
  },
  {
    id: 'sample-apples',
    title: 'Seventeen apples and one ladder',
    daysAgo: 40,
    time: '09:50',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/seventeen-apples',
    tags: ['Farms and food'],
    description: `
<p>There are trees behind the Sloane place on Tannery Lane that nobody planted in living memory, and for two years Everett Sloane has been trying to find out what they are.</p>
<figure class="wide"><img src="/illustrations/orchard.svg" width="1200" height="800" alt="A ladder leaning in an apple tree heavy with red fruit, baskets on the grass"><figcaption>The ladder is also of unknown age. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>He has 41 trees and, by his count, seventeen kinds. A man came up from the state orchard collection with a knife and a loupe and put names to eleven of them.</p>
<h2>Some of the named</h2>
<dl>
<dt>Roxbury Russet</dt><dd>Looks like a potato. Keeps until May and improves every week, like some people.</dd>
<dt>Tolman Sweet</dt><dd>For pickling, and for cows.</dd>
<dt>Blue Pearmain</dt><dd>The dark one. Smells of violets if you are told so first.</dd>
<dt>Westfield Seek-No-Further</dt><dd>He sought further anyway.</dd>
</dl>
<p>Six remain unknown. One is yellow, flat as a doorknob, ripe on about the first of October, and so good that Sloane will not say which tree it is. DNA from its leaves matched nothing in a library of 2,000. The orchard man’s view is that it is a chance seedling, a core somebody threw from a wagon, and that there may be only the one.</p>
<p>It stands next to a cellar hole. The 1869 map puts a Widow Pratt there with two daughters and no acreage to speak of. So the working name is Pratt.</p>
<p>In March he will cut scions and teach grafting in the barn to anyone who brings a sharp knife and a bandage. He would like a Pratt in twenty yards before he is done. “A thing you have only one of,” he said, “you worry about in the wind.”</p>`,
  },
  {
    id: 'sample-cheese',
    title: 'The cheese that failed, and then didn’t',
    daysAgo: 71,
    time: '12:20',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/cellar-cheese',
    tags: ['Farms and food'],
    description: `
<p>Forty-four wheels of it cracked. Annick Roy put them at the back of the cellar so that she would not have to look at them, and last month they won a ribbon.</p>
<p>Roy milks nineteen Jerseys on the flat below the Notch and makes a washed-rind cheese that sells well at the winter market. Two springs ago a thermostat stuck. The cellar dried out over a weekend, the rinds split, and by Monday she had 380 pounds of something that was not what it said on the label.</p>
<p>“I cried, and then I did the arithmetic, and then I cried properly,” she said. The batch was worth about $7,600.</p>
<p>It stayed where it was because she was too busy to haul it out. In the winter she moved a rack and noticed the smell, which was of walnuts. She cut a wheel. The blue had come in through the cracks by itself, in veins as fine as a leaf’s.</p>
<p>A state inspector tested it, twice, and ate some, also twice. At the regional fair it took second in a class with 31 entries, behind a cheese that had been made on purpose.</p>
<h2>The difficulty</h2>
<p>Now she has to do it again. Roy has been cracking wheels deliberately since June: some with a dry fan, some with a knife, some by moving them next to the furnace and, as she puts it, being rude to them. Twelve trials are aging. The first will be cut at Thanksgiving.</p>
<p>There are nine of the original wheels left. They are called Oversight, and they are $29 a pound at the co-op, one piece to a customer.</p>`,
  },
  {
    id: 'sample-hardware',
    title: 'One of everything, and where to find it',
    daysAgo: 79,
    time: '13:30',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/carver-and-daughters',
    tags: ['Business', 'Home'],
    description: `
<p>A man came into Carver &amp; Daughters last Tuesday holding a piece of metal about the size of a thumb, and said he did not know what it was but it had come off of something that used to work. Louise Carver looked at it for as long as it takes to read a stop sign. “Aisle four,” she said. “Left-hand thread. You’ll want two.”</p>
<p>The store on Depot Street has 19,000 items and, until this summer, no computer. Stock was kept on cards by Louise’s father, Hollis, who died five years ago and whose handwriting still tells you where the sash cord is. Louise’s sister Meg has now entered all of it in a database. It took her fourteen months. She kept a list of what she learned.</p>
<ul>
<li>They own 212 lamp chimneys for a lamp last made in 1951.</li>
<li>The oldest thing for sale is a keg of cut nails, opened in 1928, about a third gone.</li>
<li>Drawer 311 was marked <em>Misc., better</em>. Drawer 312 was marked <em>Misc.</em></li>
<li>There is one left-handed sickle. It has been sold four times and brought back four times.</li>
</ul>
<p>A chain store opened 22 miles away in the spring, with a lumberyard. The sisters say they lost paint and gained advice. People buy the faucet there, drive home, and come in to ask how it goes on. Meg has started charging for this: a dollar in the jar, for the library roof. The jar was at $340 when we looked.</p>
<p>The computer, so far, is slower. “I type it in, and it thinks,” Louise said. “By then I’ve walked over and got it.”</p>`,
  },
  {
    id: 'sample-bookshop',
    title: 'What sold at Fernside Books this summer',
    daysAgo: 113,
    time: '10:15',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['Business'],
    description: `
<p>Odette Marsh does not keep a bestseller list, on the ground that it only encourages people. She does keep receipts, in a shoebox, and on a slow afternoon she let us sort them.</p>
<h2>The ten, by kind</h2>
<ol>
<li>The trail map of the Notch, corrected by hand in blue ink (114)</li>
<li>A mystery whose cover has a lighthouse on it (61)</li>
<li>A second mystery whose cover has a lighthouse on it (44)</li>
<li>A field guide to ferns, for obvious reasons (40)</li>
<li>Blank notebooks, lined (39)</li>
<li>A history of the valley by Edith Farrow, paid for by subscription (37)</li>
<li>Anything about octopuses (30)</li>
<li>The cookbook of the Congregational Women, eleventh printing, with the error in the fudge (28)</li>
<li>Blank notebooks, unlined (22)</li>
<li>Poetry, all of it together (19)</li>
</ol>
<p>She was pleased about the poetry. It was eleven the summer before.</p>
<p>Marsh opened nine years ago in what had been the shoe repair, and the room still smells of it when it rains. There are two chairs. One belongs to the cat, a gray called Remainder, who has never been known to buy anything. Children may read whole books on the floor provided they put them back, and some have gone through a series that way over a summer of Wednesdays.</p>
<p>She gives library cardholders a tenth off, since, as she says, they are the only people who know what they like. Asked what she would press on a visitor with one free afternoon, she went to the back and returned with the fern book. “Then go outside,” she said.</p>`,
  },
];
