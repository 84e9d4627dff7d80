import type { SampleArticle } from './sample-article.ts';

export const peopleAndHistoryArticles: SampleArticle[] = [
  {
    id: 'sample-band-night',
    title: 'Band night returns to the green with lanterns',
    daysAgo: 7,
    time: '15:30',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    byline: 'Otis Pelletier',
    tags: ['Music'],
    description: `
<p>Bring a chair and a flashlight. Cocoa by the Grange.</p>
<figure class="wide"><img src="/illustrations/green.svg" width="1200" height="800" alt="The town band playing in the bandstand under strings of lanterns at dusk"><figcaption>The last warm night, as it was remembered by the second trombone. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>The Maple Hollow Town Band has 26 members, aged 13 to 84, and had not played outdoors after Labor Day since the year the tuba froze. What changed their minds was the lanterns: 140 of them, paper, left over from a wedding at Hill Farm and given to the town by a bride who said she never wanted to fold one again.</p>
<p>“You hear differently in the dark,” said Gus Lavigne, who conducts and plays the accordion in whatever gap he can find. “Also they can’t see who came in early.”</p>
<h2>The program</h2>
<ol>
<li>Two marches, to warm the valves</li>
<li>A waltz by the late Ella Whitcomb, postmistress, found in the band’s trunk</li>
<li>“Shenandoah,” with the Hollow School chorus</li>
<li>A medley the clarinets have asked us not to name in advance</li>
<li>The slow one, lights down</li>
</ol>
<p>Starting time is half past six. That was settled by <a href="/polls">a poll of the town</a>, in which 241 people voted and several wrote notes. If it rains or goes below 28 degrees the whole thing moves upstairs at Town Hall and the lanterns stay in their box. Brass players are bringing hand warmers. The flutes have been told they may wear gloves with the fingers cut off, and the drums that they may not.</p>
<p>Dogs are welcome if they do not sing. There was one last time who did, through the whole of the waltz, and was very nearly on pitch.</p>`,
  },
  {
    id: 'sample-baptist-bell',
    title: 'A bell for the Baptists: the story of a loan that lasted 140 years',
    daysAgo: 16,
    time: '09:10',
    sourceName: 'Maple Hollow Historical Society',
    sourceUrl: 'https://example.org/historical-society/baptist-bell',
    tags: ['History'],
    description: `
<p>The bell came up the river on a raft. It weighed 714 pounds, it had been cast in Troy, New York, and it belonged to the Congregationalists, who had nowhere to hang it.</p>
<figure class="wide"><img src="/illustrations/village.svg" width="1200" height="800" alt="A white meetinghouse with a bell in its belfry above the village at dawn"><figcaption>The Baptist meetinghouse, bell in residence. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>This was in 1842. Their steeple had been struck by lightning and the carpenter had gone to Ohio. Up Church Street the Baptists had a new belfry and no bell to put in it. A committee of six met in a barn and wrote an agreement of a single sentence, which the society still has:</p>
<blockquote><p>Lent to the Baptist brethren, one bell, until such time as we shall want it.</p><cite>Records of the First Congregational Church</cite></blockquote>
<p>The Congregationalists rebuilt in 1850 and did want it. They were told that the ropes had just been replaced. They asked again in 1871, and the Baptists replied that the belfry had been framed around the bell and could not be opened without a saw. In 1903 they sent a deacon with a saw. He stayed to supper and went home.</p>
<p>After that nobody asked until 1982, when a church secretary named Dorothy Beede came on the agreement in a tin box and read it aloud at the strawberry supper, which both churches attend. There was a silence. Then the Baptist minister rose and offered the bell back, with 140 years’ interest, which he proposed to pay in ringing.</p>
<p>It was put to a vote with spoons. The bell stayed where it was, the loan was marked paid, and since then the Baptists have rung it for Congregational weddings at no charge.</p>
<p>The saw hangs in the vestry. There is a label.</p>`,
  },
  {
    id: 'sample-corrections',
    title: 'What we got wrong',
    daysAgo: 27,
    time: '08:05',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    description: `
<p>Seven mistakes since we last did this, five of them ours. We print them together, twice a season, and fix the pages where they happened.</p>
<dl>
<dt>The Grange supper</dt><dd>We said it began at 5:30. It began at 5:00, and 5:30 is when the ham ran out. We apologize to eleven people by name, privately.</dd>
<dt>The photograph of the oldest barn</dt><dd>It was the second-oldest barn. The owners of the oldest have been gracious. The owners of the second-oldest would like us to leave it.</dd>
<dt>Harriet Dunmore</dt><dd>We called her a retired ornithologist. She is a retired bus dispatcher, and says the work was similar.</dd>
<dt>Rainfall</dt><dd>We reported 31 inches for September. It was 3.1.</dd>
<dt>The pie contest</dt><dd>First place went to Opal Jennings and not to her sister Pearl. Both have written in. Pearl’s was the longer letter.</dd>
</dl>
<h2>Mistakes we repeated in good faith</h2>
<dl>
<dt>The culvert on Mill Street</dt><dd>The state’s notice said 48 feet. It meant inches. Several readers had gone to look.</dd>
<dt>The missing parrot</dt><dd>It was not missing. It had been in the other room.</dd>
</dl>
<p>We were also told that we had misquoted Ned Haskell on the subject of daylight saving time. We checked our notes and had not. He agrees, but would like it known that he has since changed his mind.</p>
<p>If you find an error, <a href="/contact">send us the page and what is wrong with it</a>. You need not be kind. The person who reads the mail answers all of it, most days by suppertime.</p>`,
  },
  {
    id: 'sample-type-cases',
    title: 'Two hundred drawers of type find a home',
    daysAgo: 36,
    time: '14:00',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/type-cases',
    tags: ['History', 'Library'],
    description: `
<p>This newspaper was set by hand until 1958, and nobody who set it ever threw anything out. The proof has been in our cellar, under a tarpaulin, and it weighs five tons.</p>
<figure class="wide"><img src="/illustrations/press.svg" width="1200" height="800" alt="An iron hand press beside a cabinet of type drawers in a lamplit shop"><figcaption>The hand press, and eighteen of the two hundred drawers. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Last week, over three days, it went up the bulkhead stairs a drawer at a time and across the street to the old creamery. There the Hollow Arts Council will open a print shop, with evening classes, in the spring. Students from the seventh grade did the carrying. They were paid in pizza and in one letter each, of their choice. There is now a shortage of capital Zs.</p>
<p>The cases hold 63 faces, from a six-point too small for anyone now on staff to a wooden alphabet ten inches tall that was last used for VICTORY and for a circus. A press goes with them: cast iron, 1887, hand-fed, with a gouge in the bed from the time somebody printed a wrench.</p>
<p>Warren Gage began here as a printer’s devil at thirteen. He came to see it go, and stayed to show the children how to read type upside down and backward, a thing you do not lose.</p>
<p>“You learned a story letter by letter,” he said. “By the end you knew if it was true.”</p>
<p>Among the sorts they found a galley still tied up with string, ready to print. It was an editorial, undated, on the condition of the library roof. It was against waiting.</p>`,
  },
  {
    id: 'sample-walter-quimby',
    title: 'Walter Quimby, who wound the clock',
    daysAgo: 47,
    time: '10:00',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/walter-quimby',
    tags: ['History'],
    description: `
<p>Walter Quimby climbed to the library clock every Thursday for 46 years, 31 steps and then a ladder, and turned the crank 88 times. He died at home on Depot Street last week, on a Friday. He was 91.</p>
<figure class="wide"><img src="/illustrations/library.svg" width="1200" height="800" alt="The brick library with a clock in the gable above its white columns"><figcaption>The clock is in the gable, above the columns. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>He was born in the Notch, the sixth of eight, and left school to work at the creamery, where he ran the bottling line until there wasn’t one. Afterward he fixed things. He charged by how much he had enjoyed it, so that a simple job cost more than an interesting one, and people learned to bring him the truly hopeless.</p>
<p>The clock came to him in a roundabout way. It had been stopped for six years at twenty to four when Quimby, who could see it from his kitchen, went to the trustees and said that he would get it running or stop complaining. It took him five weeks. The trouble was a wasp nest and a nickel.</p>
<p>He kept it eleven seconds fast. When asked why, he said it gave the school bus a chance.</p>
<p>He married Eunice Farrow, who made him come down from the roof when he turned eighty; he went on winding. He sang bass for the Baptists and repaired the organ for the Congregationalists. He did not own a wristwatch. He leaves three daughters, seven grandchildren, a barn in perfect order, and an index card, pinned inside the clock, that says how to do it.</p>
<p>Ada Perrault read the card aloud at the service. It ends: <em>Listen before you oil.</em></p>
<p>His granddaughter Hope went up this Thursday. She counted 88.</p>`,
  },
  {
    id: 'sample-beans',
    title: 'The moderator’s beans',
    daysAgo: 57,
    time: '11:40',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    description: `
<p>Ruth Abelard has brought the same pot of beans to every town meeting lunch for twenty-six years. She gave us the recipe on the condition that nobody improve it.</p>
<h2>What you need</h2>
<ul>
<li>2 pounds yellow-eye beans, this year’s</li>
<li>¾ pound salt pork, scored</li>
<li>1 large onion, whole</li>
<li>1 cup dark maple syrup, and the darker the better</li>
<li>1 tablespoon dry mustard</li>
<li>2 teaspoons salt</li>
<li>½ teaspoon black pepper</li>
<li>Boiling water</li>
</ul>
<h2>What you do</h2>
<ol>
<li>The night before, cover the beans with cold water by three inches. Go to bed.</li>
<li>In the morning drain them. Cover with fresh water and simmer until the skins split when you blow on a spoonful, about 40 minutes. Drain again, and keep the water.</li>
<li>Put the onion in the bottom of the pot and the beans on top of it. Press the pork into the middle.</li>
<li>Stir the syrup, mustard, salt and pepper into two cups of the bean water. Pour it on. Add boiling water until the beans are just under.</li>
<li>Lid on. 275 degrees for eight hours. Look in every hour or so and top up with boiling water, and do not stir. Uncover for the last hour.</li>
</ol>
<p>Serves 20 voters, or 14 if there is a school budget.</p>
<p>“You can’t hurry beans and you can’t hurry a meeting,” Abelard said. “In both, most of the trouble comes from people who keep lifting the lid.” She starts them at three in the morning, so that they are ready when she rings the bell for lunch. She has never been asked to speed things up after noon.</p>
<p>Molasses people should write to some other publication.</p>`,
  },
  {
    id: 'sample-barbecue',
    title: 'Firemen’s barbecue sells 400 halves in 47 minutes',
    daysAgo: 93,
    time: '18:40',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    description: `
<p>By the time the band had found its music the chicken was gone. The line had formed at ten in the morning for a noon opening, with lawn chairs, and in one case a tent.</p>
<figure class="wide"><img src="/illustrations/fire-station.svg" width="1200" height="800" alt="The brick fire station, its bay empty and its red engine parked outside"><figcaption>Engine 2 was moved out to make room for the potato salad. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>This was the fire department’s sixty-eighth barbecue. It has been run for the last thirty by Clarence Laramie, who builds the pits from cinder block the evening before and takes them down the evening after, and who does not discuss the sauce. What is known is that there is vinegar in it and that he applies it with a new paint brush, four inches wide, which he then paints his porch with.</p>
<h2>The accounts</h2>
<table><caption>Money in and out</caption><thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead><tbody><tr><th scope="row">400 dinners at $16</th><td>$6,400</td></tr><tr><th scope="row">Pies, by auction</th><td>$1,085</td></tr><tr><th scope="row">Dunk tank</th><td>$512</td></tr><tr><th scope="row">Chicken, charcoal, rolls, ice</th><td>−$2,930</td></tr><tr><th scope="row">To the equipment fund</th><td>$5,067</td></tr></tbody></table>
<p>Most of the dunk tank money was spent on Neil Sorrell, the town administrator, who sat for an hour in a necktie. Property tax bills had gone out on Thursday.</p>
<p>The high bid at the pie table was $140, for a blueberry by Opal Jennings. The bidder was her sister.</p>
<p>At 12:47 Laramie hung the sign that says SEE YOU NEXT YEAR, and sat down, and somebody brought him a plate they had been keeping under foil. He ate half of it. “Could have used another minute,” he said.</p>`,
  },
  {
    id: 'sample-stones',
    title: 'Reading the stones on Cemetery Hill',
    daysAgo: 100,
    time: '09:20',
    sourceName: 'Maple Hollow Historical Society',
    sourceUrl: 'https://example.org/historical-society/stones',
    tags: ['History'],
    description: `
<p>You need a spray bottle of plain water, a mirror, and somebody patient to hold the mirror. Slate will talk to you if you bring the light in from the side.</p>
<figure class="wide"><img src="/illustrations/village.svg" width="1200" height="800" alt="The village and its white meetinghouse below the hills at dawn"><figcaption>The view from the top row. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Over the summer the society read all 612 stones in the old ground, and wrote them down before any more of them flaked away. The earliest is 1781. The most common name is Whitcomb, followed by Mercy, which belonged to 23 women and a horse.</p>
<h2>Some of what they say</h2>
<ul>
<li>Captain Eliphalet Beede, 1809: <em>He was of few words and these are they.</em></li>
<li>Thankful Osgood, wife of three, 1833: all three are beside her, in order.</li>
<li>A small stone with no name: <em>Found by the river. Ours.</em></li>
<li>Josiah Pelkey, 1868, stonecutter, who carved his own and left the date blank. Another hand filled it in, and not as well.</li>
</ul>
<p>Forty-one of the graves are of children under five. Nineteen of those died in one winter, 1813, of what the town book calls spotted fever. They are along the east wall, and it is the only row where every stone is upright. Somebody has always seen to it. We asked who does now, and it was Dale Whitcomb, who was embarrassed and said he had the equipment.</p>
<p>Please do not make rubbings, and do not use shaving cream, bleach or a wire brush, all of which have been tried. Edith Farrow leads a walk on the first Sunday of the month. The list of names is at the library, in a blue binder, with a map. If yours is in it, she would like to hear the story as your family tells it, true or otherwise.</p>`,
  },
];
