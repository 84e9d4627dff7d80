import type { SampleArticle } from './sample-article.ts';

export const riverAndGardenArticles: SampleArticle[] = [
  {
    id: 'sample-dry-wood',
    title: 'How to get your wood delivered dry',
    daysAgo: 13,
    time: '09:00',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/dry-wood',
    tags: ['Winter', 'Home'],
    description: `
<p>Ask for the moisture reading, not the month it was cut. “Seasoned” is a word, and a $30 meter is a number.</p>
<p>We bought a face cord from each of five sellers within twenty miles of Maple Hollow, told all five the same thing, and split three pieces from each load to test the middle. Under 20 percent burns. Over 25 hisses, paints your chimney, and heats the sky.</p>
<table><caption>What arrived</caption><thead><tr><th scope="col">Seller said</th><th scope="col">Price per cord</th><th scope="col">Average reading</th></tr></thead><tbody><tr><th scope="row">Kiln dried</th><td>$475</td><td>17%</td></tr><tr><th scope="row">Seasoned two years</th><td>$390</td><td>19%</td></tr><tr><th scope="row">Seasoned</th><td>$350</td><td>28%</td></tr><tr><th scope="row">Cut last winter</th><td>$340</td><td>31%</td></tr><tr><th scope="row">Good and dry</th><td>$320</td><td>38%</td></tr></tbody></table>
<p>The last load had a live frog in it. To be fair, the seller offered to take both back.</p>
<h2>Four questions to ask on the telephone</h2>
<ol>
<li>When was it <em>split</em>? Logs in a pile do not dry, they wait.</li>
<li>Was it stacked with a cover and open sides?</li>
<li>May I test three pieces before you tip the truck?</li>
<li>Is that a cord of 128 cubic feet, or a cord of the other kind?</li>
</ol>
<p>If you have already bought wet wood, stack it one row deep in the wind, cover the top only, and burn it next year. For this year, ask at Carver &amp; Daughters about the wood bank. It gave out 44 cords last winter and had a waiting list of three.</p>`,
  },
  {
    id: 'sample-garden-to-bed',
    title: 'Putting the garden to bed: a list, in order',
    daysAgo: 33,
    time: '08:20',
    sourceName: 'Green Mountain Grower',
    sourceUrl: 'https://example.org/green-mountain-grower/garden-to-bed',
    description: `
<p>Do the garlic first. Everything else on this list can be done badly or in the rain, but garlic wants to be in the ground three weeks before it freezes and you will not go out again for it.</p>
<figure class="wide"><img src="/illustrations/garden.svg" width="1200" height="800" alt="A kitchen garden with rows of greens, a bean tepee, pumpkins and a white picket fence"><figcaption>A kitchen garden on Church Street in its last good week. Illustration: Maple Hollow Commons.</figcaption></figure>
<ol>
<li><strong>Garlic.</strong> Biggest cloves, pointed end up, a hand apart. Six inches of leaves on top.</li>
<li><strong>Tomatoes.</strong> Pull them whole and hang them in the cellar by their feet. The green ones ripen until Thanksgiving, more or less. The spotted ones go to the transfer station and not in your compost.</li>
<li><strong>Carrots and parsnips.</strong> Leave a row under straw with a stake at each end. In January you will be glad of the stakes.</li>
<li><strong>Beans.</strong> Cut them at the soil and leave the roots. Save the dry pods in a paper bag with the name on it. You will not remember the name.</li>
<li><strong>Hoses.</strong> Drain, coil, bring in. This is the step that costs money if skipped.</li>
<li><strong>Tools.</strong> Wire brush, linseed oil, and an apology.</li>
<li><strong>Asparagus.</strong> Cut when yellow, no sooner.</li>
</ol>
<p>Leave the sunflowers standing. The chickadees have first claim on them, and the stalks hold the snow where you want it.</p>
<p>Then write down what you planted where. Do it on the same evening, at the table, with dirt still on your hands. Everyone who has kept a garden in this valley for more than ten years gave us that advice, and about a third of them take it.</p>`,
  },
  {
    id: 'sample-herons',
    title: 'Black Fern diary: the week the herons left',
    daysAgo: 50,
    time: '06:40',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['River', 'Outdoors'],
    description: `
<p><em>Monday.</em> Fog to the second rail of the pasture fence. Four herons below the covered bridge, spaced like men waiting for different buses.</p>
<figure class="wide"><img src="/illustrations/valley.svg" width="1200" height="800" alt="Green ridges one behind another, with fog between them"><figcaption>First light, looking up the Black Fern from River Street. Illustration: Maple Hollow Commons.</figcaption></figure>
<p><em>Tuesday.</em> Three. The water is 54 degrees at the gauge. Asters done, goldenrod gone gray. A mink crossed the gravel bar with something silver in its mouth and gave me a look as if I had asked for a share.</p>
<p><em>Wednesday.</em> Rain. I sat in the car. One heron stood through the whole of it on the old mill footing. Either it has great patience or it was asleep. At a distance the two are the same posture.</p>
<p><em>Thursday.</em> The river came up fourteen inches and went brown. No herons. Wood ducks in the flooded alders, eleven, talking all at once.</p>
<p><em>Friday.</em> Clear and cold, and every maple on the Ridge Road side turned overnight. That is what we say, anyhow. They have been at it for two weeks. Two herons, both facing south.</p>
<p><em>Saturday.</em> One. A boy of about nine was fishing thirty yards below it, and had caught nothing. The heron had caught four. He told me the score without bitterness.</p>
<p><em>Sunday.</em> None. I stayed until nine to be sure. A kingfisher went up the middle of the river at great speed, rattling, with the whole place to itself.</p>
<p>Last year they left on nearly the same day, and the year before it was six days later. I keep this in a notebook with the dates the ice goes, and with my blood pressure, which is better here than at the doctor’s.</p>
<p><em>Harriet Dunmore walks the river most mornings and has kept the diary since she moved to Mill Street.</em></p>`,
  },
  {
    id: 'sample-river-cleanup',
    title: 'River cleanup yields nine tires, a cash register and a letter',
    daysAgo: 54,
    time: '17:30',
    sourceName: 'Valley Reporter',
    sourceUrl: 'https://example.org/valley-reporter/river-cleanup',
    tags: ['River'],
    description: `
<p>The cash register was under the Depot Street bridge, on its side, with $1.12 in the drawer. By custom whatever is found in the Black Fern belongs to the finder, so the sixth grade is now up $1.12.</p>
<figure class="wide"><img src="/illustrations/kayaks.svg" width="1200" height="800" alt="Two kayaks, one red and one yellow, on a wide river below wooded hills, with a tire riding on the red one"><figcaption>The upper crew below the mill footing. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Sixty-three people and 22 boats covered fourteen miles on Saturday, from the Notch culvert to the town line. It was the eleventh year, and by weight the lightest: 1,940 pounds, against 6,200 in the first.</p>
<table><caption>The haul</caption><thead><tr><th scope="col">Item</th><th scope="col">Count</th></tr></thead><tbody><tr><th scope="row">Bottles and cans</th><td>611</td></tr><tr><th scope="row">Lawn chairs</th><td>14</td></tr><tr><th scope="row">Tires</th><td>9</td></tr><tr><th scope="row">Left sandals</th><td>7</td></tr><tr><th scope="row">Right sandals</th><td>2</td></tr><tr><th scope="row">Cash registers</th><td>1</td></tr><tr><th scope="row">Messages in bottles</th><td>1</td></tr></tbody></table>
<p>The message was in a soda bottle wedged behind the Mill Street riprap. It read, in pencil, “If you find this write to Benny, RFD 2,” and was dated the summer of 1968. Organizer Priscilla Yates asked at the post office. Benny Lachance lives in the same house and had forgotten about it. He bought the whole upper crew lunch.</p>
<p>Yates wishes to thank the co-op for gloves, Whitcomb Excavating for the dump truck, and the person who came back on Sunday for the fourteenth lawn chair. The sandals are on the library steps through the end of the week, if anyone would like to make a pair.</p>`,
  },
  {
    id: 'sample-swimming-hole',
    title: 'How cold is the swimming hole? We measured',
    daysAgo: 88,
    time: '15:00',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['River'],
    description: `
<p>At the surface, 66 degrees. At the depth of an adult’s knees, 63. At the bottom of the deep end, where the spring comes in under the ledge and where everyone’s brother claims to have stood, 51.</p>
<figure class="wide"><img src="/illustrations/bridge.svg" width="1200" height="800" alt="The covered bridge above a wide bend of the river"><figcaption>The swimming hole is around the bend below the bridge. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>We lowered a thermometer on a string at ten places, twice a day for a week, with the help of Theo and Wren Halloran, ages 11 and 8. They kept the figures on the back of a pizza box and were strict about rounding.</p>
<h2>What we found</h2>
<ul>
<li>The warmest water is at the gravel bar around four in the afternoon: 71 degrees, on Wednesday.</li>
<li>The rope swing drops you over the cold spot. Ken Tarbell, who hung the rope in 1989, says he knew.</li>
<li>A thunderstorm lowers everything three degrees by the next morning.</li>
<li>It does not get warmer “once you’re in.” This was tested eleven times.</li>
</ul>
<p>The state samples the river at the bridge every Monday. All ten readings since June have been clean, and the result is chalked on the board by the path. After a heavy rain, wait two days.</p>
<p>There is no lifeguard and never has been. The ring buoy on the post is new and came out of last spring’s ice-out money. Children under ten need somebody in the water with them, as Wren pointed out to a grown man on Thursday.</p>
<p>Parking is along one side of River Street only. The other side belongs to the co-op’s delivery truck, which is larger than you.</p>`,
  },
  {
    id: 'sample-zucchini',
    title: 'The zucchini amnesty, and how it went',
    daysAgo: 120,
    time: '10:30',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    description: `
<p>From eight until noon on Saturday anyone could leave a zucchini at the Grange Hall and walk away. No names were taken. The Grange had set out two tables and needed nine.</p>
<figure class="wide"><img src="/illustrations/garden.svg" width="1200" height="800" alt="A kitchen garden in full leaf behind a picket fence"><figcaption>The scene of the crime, or one of them. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>By the end there were 418, with a combined weight that the feed scale put at 1,106 pounds. The largest came in a stroller. Its owner had last looked under the leaf before a weekend in Maine.</p>
<p>“People were ashamed at first,” said Grange master Opal Jennings. “Then they saw the other ones.”</p>
<h2>Where it all went</h2>
<table><caption>Disposal of 1,106 pounds</caption><thead><tr><th scope="col">To</th><th scope="col">Pounds</th></tr></thead><tbody><tr><th scope="row">Food shelf</th><td>240</td></tr><tr><th scope="row">Community supper kitchen</th><td>180</td></tr><tr><th scope="row">Bread, 96 loaves</th><td>72</td></tr><tr><th scope="row">Taken home by other people</th><td>51</td></tr><tr><th scope="row">Haskell’s pigs</th><td>563</td></tr></tbody></table>
<p>The bread was sold at a dollar a slice and raised $731 for the Grange’s kitchen floor. It was baked on the spot from Jennings’s own recipe, and the secret, which she gives to anyone who asks, is to salt the grated zucchini, go away for an hour, and squeeze it as though it owed you money.</p>
<p>There will be another amnesty next summer. Jennings asks that nobody leave any on the steps before then. She also asks that whoever put three in the unlocked back seat of her car come and get them. She knows the squash.</p>`,
  },
];
