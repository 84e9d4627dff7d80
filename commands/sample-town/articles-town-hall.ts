import type { SampleArticle } from './sample-article.ts';

export const townHallArticles: SampleArticle[] = [
  {
    id: 'sample-library-roof-vote',
    title: 'Town votes to mend the library roof, 412 to 168',
    daysAgo: 0,
    time: '07:30',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/library-roof',
    deck: 'Voters chose the middle of three plans: new slate, insulation and a lift to the attic, for $1.2 million. Work begins after mud season.',
    byline: 'June Hathaway',
    tags: ['Library', 'Town Hall'],
    description: `
<p>The three-hour meeting ended with the moderator ringing the old schoolhouse bell. Work begins after mud season, once the slate arrives from Poultney.</p>
<figure class="wide"><img src="/illustrations/meeting.svg" width="1200" height="800" alt="Neighbors at town meeting raise paper ballots under tall arched windows"><figcaption>The floor vote on the middle option, upstairs at Town Hall. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Ruth Abelard, who has moderated here for eleven years, then asked everyone to help fold chairs. In between, 580 residents weighed <strong>a $1.2 million bond</strong> against a decade of blue tarps, and chose the slate.</p>
<p>The Carver Memorial Library will stay open during the work, though the children’s room moves <a href="/events">to the Grange Hall</a> for the summer.</p>
<h2>What the bond pays for</h2>
<p>The building committee presented three options. Voters took the middle one, which repairs the roof, insulates the attic and leaves the cupola for a later year.</p>
<ul>
<li>New slate on all four slopes, from a quarry in Poultney</li>
<li>Copper flashing and gutters, in place of the painted steel</li>
<li>Insulation, and a lift to the attic reading room</li>
</ul>
<blockquote><p>We have kept eleven thousand books dry with rope and good neighbors. I would like to try a roof.</p><cite>Ada Perrault, librarian since 1998</cite></blockquote>
<p>Several speakers from Ridge Road asked why the sum had doubled since the committee’s first study. The answer, said chair Alma Desjardins, is the price of slate and of the crew to lay it. “The first study also assumed we would do it that year,” she said.</p>
<figure class="wide"><img src="/illustrations/library.svg" width="1200" height="800" alt="The brick library, a blue tarp tied over one corner of its slate roof"><figcaption>The north slope has been under tarps for ten winters. Illustration: Maple Hollow Commons.</figcaption></figure>
<h2>How the vote went</h2>
<table><caption>Ballots by district</caption><thead><tr><th scope="col">District</th><th scope="col">Yes</th><th scope="col">No</th><th scope="col">Turnout</th></tr></thead><tbody><tr><th scope="row">Village</th><td>246</td><td>61</td><td>54%</td></tr><tr><th scope="row">Mill Street</th><td>98</td><td>40</td><td>47%</td></tr><tr><th scope="row">Ridge Road</th><td>68</td><td>67</td><td>61%</td></tr></tbody></table>
<p>The selectboard meets on Monday to set the schedule. A household with a home assessed at $300,000 should expect to pay about $84 a year for fifteen years. The trustees are still asking <a href="/polls">what the attic should hold</a>.</p>`,
  },
  {
    id: 'sample-flood-map',
    title: 'What the state flood map change means for 94 homes on Mill Street',
    daysAgo: 2,
    time: '09:15',
    sourceName: 'Valley Reporter',
    sourceUrl: 'https://example.org/valley-reporter/flood-map',
    deck: 'Insurance letters go out in January. How to read yours, and how to appeal within 90 days.',
    byline: 'Nell Whitlock',
    tags: ['River', 'Town Hall'],
    correction: {
      daysAgo: 1,
      time: '16:20',
      text: 'An earlier version of this article said that you have 60 days to appeal. You have 90 days from the date of the letter.',
    },
    description: `
<p>Insurance letters go out in January. Here is how to read yours, and where to appeal.</p>
<p>The new map redraws the Black Fern’s hundred-year line using eleven more years of gauge readings and a laser survey flown from a small plane. On Mill Street the line moved uphill by between 6 and 40 feet. That puts 94 houses inside it. Under the old map it was 57.</p>
<h2>The three letters</h2>
<table><caption>Which letter you get depends on the elevation of your lowest finished floor</caption><thead><tr><th scope="col">Letter</th><th scope="col">Homes</th><th scope="col">What it means</th></tr></thead><tbody><tr><th scope="row">A</th><td>31</td><td>Floor below the line. A lender will require flood insurance.</td></tr><tr><th scope="row">B</th><td>44</td><td>Floor above the line, yard below. Insurance optional, survey advised.</td></tr><tr><th scope="row">C</th><td>19</td><td>The map and the tax card disagree. You will be asked for a measurement.</td></tr></tbody></table>
<p>“The letter that frightens people is A, and the one they should answer first is C,” said Neil Sorrell, the town administrator. “C has a deadline and A has a phone number.”</p>
<h2>How to appeal</h2>
<ol>
<li>Ask the Town Office for your elevation certificate. It may exist; 38 of them do, in a green cabinet.</li>
<li>If there is none, hire a surveyor. Quotes this month ran from $550 to $800, less when neighbors book together.</li>
<li>Send the certificate to the state within 90 days of the letter. There is no fee.</li>
</ol>
<p>Carol Ostrander, whose cellar at number 61 has flooded twice, said she was glad somebody had finally measured it. “I’ve been using the paint can method,” she said. “Third can floating, move the car.”</p>
<p>The zoning board takes up the change at its next <a href="/events">Mill Street hearing</a>, in person and online.</p>`,
  },
  {
    id: 'sample-letters-streetlights',
    title: 'Letters: the case for leaving the streetlights off',
    daysAgo: 10,
    time: '08:00',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['Town Hall'],
    description: `
<p>Three readers on stars, safety and the electric bill. Since spring the town has switched off 22 of its 38 streetlights from eleven at night to five in the morning. The selectboard decides this winter whether to keep doing it.</p>
<h2>I saw the Milky Way from the recycling bin</h2>
<p>I am 74 and had given up on it. Then in August I took the bottles out at midnight and there it was over the Baptist church, the whole spill of it. I stood there in my robe until my husband came to see whether I had fallen. Leave them off.</p>
<p><em>Phyllis Tarbell, Church Street</em></p>
<h2>Some of us walk home at two</h2>
<p>I close the kitchen at the inn four nights a week and walk the length of Depot Street. I like stars as much as anyone. I also like seeing the curb. If the town wants to save money, start with the light that shines into the river behind the co-op, which helps only the trout. Put the Depot Street five back on.</p>
<p><em>Marcus Bell, Depot Street</em></p>
<h2>The arithmetic</h2>
<p>The lighting line was $7,900 last year. It is running at $4,650. For the difference of $3,250 we could buy about a third of one culvert, or keep the library open on Monday evenings from now until the culvert fails. I favor the library. I own a flashlight.</p>
<p><em>Everett Sloane, Tannery Lane</em></p>
<hr>
<p>We print letters of up to 200 words with a name and a street. <a href="/contact">Send yours here</a>. The poem about the moth was good but anonymous.</p>`,
  },
  {
    id: 'sample-tax-bill',
    title: 'The clerk explains your new tax bill, line by line',
    daysAgo: 14,
    time: '10:00',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/tax-bill',
    tags: ['Town Hall'],
    description: `
<p>Bring yours to the Town Office on any Wednesday. Lorraine Beede, town clerk, keeps a chair beside the counter for the purpose, and a box of tissues that she says is for hay fever.</p>
<p>The bill changed shape this year because the state changed its form. The amounts moved less than the layout did. Below is a house assessed at $300,000 whose owners live in it.</p>
<table><caption>A bill on a $300,000 homestead</caption><thead><tr><th scope="col">Line</th><th scope="col">Rate per $100</th><th scope="col">Amount</th></tr></thead><tbody><tr><th scope="row">Municipal</th><td>0.6120</td><td>$1,836.00</td></tr><tr><th scope="row">Homestead education</th><td>1.4850</td><td>$4,455.00</td></tr><tr><th scope="row">Local agreement</th><td>0.0031</td><td>$9.30</td></tr><tr><th scope="row">Total</th><td>2.1001</td><td>$6,300.30</td></tr></tbody></table>
<dl>
<dt>Municipal</dt><dd>What the town spends, mostly on roads. We took <a href="/articles/sample-town-dollar">one dollar of it apart</a> earlier.</dd>
<dt>Homestead education</dt><dd>Set by the state after every district’s budget is in. Your income may lower it, and the credit now has its own box on the right.</dd>
<dt>Local agreement</dt><dd>Makes up for the exemption voters gave disabled veterans. It is nine dollars, and Beede has explained it more often than the other two lines together.</dd>
</dl>
<p>If voters pass the library bond, a fourth line will appear next year: 2.8 cents, or $84 on this house.</p>
<p>The most common error is a missing homestead declaration. Last year 26 households forgot to file one and were billed at the higher rate until they did. “They all said the same thing,” Beede said. “‘But you know I live there.’ I do. The state has not met you.”</p>`,
  },
  {
    id: 'sample-election-results',
    title: 'Election results for Maple Hollow',
    daysAgo: 17,
    time: '06:45',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/election-results',
    tags: ['Town Hall'],
    correction: {
      daysAgo: 16,
      time: '09:30',
      text: 'The first version of the ballot table gave Mill Street 216 ballots. It was 206.',
    },
    description: `
<p>Turnout was 71 percent. Full tables inside. Of 1,084 names on the checklist 770 voted, and the last of them, a man with hay in his hair, got through the Town Hall door at 6:58 PM.</p>
<table><caption>Ballots cast</caption><thead><tr><th scope="col">District</th><th scope="col">Checklist</th><th scope="col">Voted</th><th scope="col">Share</th></tr></thead><tbody><tr><th scope="row">Village</th><td>569</td><td>392</td><td>69%</td></tr><tr><th scope="row">Mill Street</th><td>294</td><td>206</td><td>70%</td></tr><tr><th scope="row">Ridge Road</th><td>221</td><td>172</td><td>78%</td></tr></tbody></table>
<table><caption>State representative</caption><thead><tr><th scope="col">Candidate</th><th scope="col">Votes</th></tr></thead><tbody><tr><th scope="row">Helen Ostrander</th><td>421</td></tr><tr><th scope="row">James Tewksbury</th><td>318</td></tr><tr><th scope="row">Write-in</th><td>9</td></tr><tr><th scope="row">Blank</th><td>22</td></tr></tbody></table>
<table><caption>High bailiff</caption><thead><tr><th scope="col">Candidate</th><th scope="col">Votes</th></tr></thead><tbody><tr><th scope="row">Arlene Stokes</th><td>588</td></tr><tr><th scope="row">Write-in</th><td>41</td></tr><tr><th scope="row">Blank</th><td>141</td></tr></tbody></table>
<p>The high bailiff’s main power in Vermont is to arrest the sheriff. Stokes has not needed to in three terms. Twelve of the write-ins were for her dog.</p>
<table><caption>Shall the Grange Hall be exempt from town property tax for five years?</caption><thead><tr><th scope="col">Answer</th><th scope="col">Votes</th></tr></thead><tbody><tr><th scope="row">Yes</th><td>604</td></tr><tr><th scope="row">No</th><td>127</td></tr><tr><th scope="row">Blank</th><td>39</td></tr></tbody></table>
<p>Ballots were counted by hand by fourteen people in pairs, finishing at 11:20 PM. Two were set aside. One voter had filled in every oval on the page, and one had corrected the spelling of “judgment.” The second was counted.</p>`,
  },
  {
    id: 'sample-leaves',
    title: 'Where to drop your leaves',
    daysAgo: 18,
    time: '08:30',
    sourceName: 'Town of Maple Hollow',
    sourceUrl: 'https://example.org/town/leaves',
    description: `
<p>The transfer station takes them free through November. Paper bags or loose, on the left past the glass bin, during any open hour.</p>
<h2>Hours</h2>
<dl>
<dt>Wednesday</dt><dd>1:00 PM to 6:00 PM</dd>
<dt>Saturday</dt><dd>8:00 AM to 4:00 PM</dd>
<dt>Sunday</dt><dd>9:00 AM to noon, leaves and brush only</dd>
</dl>
<h2>What the pile will take</h2>
<ul>
<li>Leaves, needles and grass</li>
<li>Garden plants with the dirt knocked off</li>
<li>Pumpkins, provided the candle has been taken out</li>
</ul>
<h2>What it will not</h2>
<ul>
<li>Plastic bags, including the kind that say they are compostable</li>
<li>Black walnut in any form, which poisons tomatoes two years later</li>
<li>Knotweed. Bag it, tie it, label it and ask for Ron</li>
</ul>
<p>Please do not rake leaves into the road. The storm drains on Church Street empty into the Black Fern, and the crew spent two days last fall digging out the one by the bank. If you cannot haul your own, the seventh and eighth grades will rake a yard for $20 toward their spring trip. Leave your name at the Town Office.</p>
<p>Finished compost from last year’s pile is free while it lasts. Bring a shovel and your own bucket. It was turned nine times and tested clean, and there is a jar of it on the counter for anyone who wants to smell it first. Several people have.</p>`,
  },
  {
    id: 'sample-engine-two',
    title: 'Engine 2 turns thirty, and the town starts counting',
    daysAgo: 24,
    time: '11:20',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/engine-two',
    description: `
<p>A fire engine is supposed to last twenty-five years. Ours is thirty, pumps as well as it ever did, and will not start in the cold without a space heater pointed at its knees.</p>
<figure class="wide"><img src="/illustrations/fire-station.svg" width="1200" height="800" alt="A red fire engine on the apron of a small brick fire station with a bell in its hose tower"><figcaption>Engine 2 at home on River Street. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Chief Bev Kittredge brought the selectboard a quote: <strong>$640,000</strong> for a replacement, ordered four years ahead because that is how long the builders’ list now runs.</p>
<table><caption>How the chief would pay for it</caption><thead><tr><th scope="col">Source</th><th scope="col">Amount</th></tr></thead><tbody><tr><th scope="row">Already in the reserve</th><td>$212,000</td></tr><tr><th scope="row">$70,000 a year for four years</th><td>$280,000</td></tr><tr><th scope="row">Federal grant, if it comes</th><td>$140,000</td></tr><tr><th scope="row">Sale of Engine 2</th><td>$8,000</td></tr><tr><th scope="row">Total</th><td>$640,000</td></tr></tbody></table>
<p>The present yearly deposit is $40,000. Going to $70,000 would add eight-tenths of a cent to the tax rate, about $24 on a $300,000 house.</p>
<p>Board member Frank Osgood asked whether a used engine would do. Kittredge said she had driven to New Hampshire to see one. “It was younger than ours,” she said. “So was I, when I set out.”</p>
<p>The department answered 131 calls last year: 52 medical, 31 crashes, 19 alarms that were toast, and 29 of everything else, including a heifer in a swimming pool. It has 24 members, of whom nine can be reached on a weekday.</p>
<p>Nobody moved to decide anything. The figure goes into the draft budget, and the public can argue with it at <a href="/events">the budget hearing</a>. The space heater is in this year’s budget already. It is under Equipment, $89.</p>`,
  },
  {
    id: 'sample-town-dollar',
    title: 'Where a dollar of town money goes',
    daysAgo: 61,
    time: '09:40',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['Town Hall'],
    description: `
<p>Forty-six cents of it is roads. If you have ever wondered why budget night sounds like a conversation about gravel, that is the reason.</p>
<p>The town spends about $2.9 million a year, school excluded. Property tax brings in roughly $2.3 million of that. The rest is state highway aid, fees, and the interest on money that is waiting to become gravel.</p>
<table><caption>One municipal dollar</caption><thead><tr><th scope="col">Department</th><th scope="col">Cents</th></tr></thead><tbody><tr><th scope="row">Roads and bridges</th><td>46</td></tr><tr><th scope="row">Town Office</th><td>17</td></tr><tr><th scope="row">Fire and rescue</th><td>12</td></tr><tr><th scope="row">Library</th><td>7</td></tr><tr><th scope="row">Sheriff’s contract</th><td>6</td></tr><tr><th scope="row">Debt</th><td>5</td></tr><tr><th scope="row">Transfer station</th><td>4</td></tr><tr><th scope="row">Everything else</th><td>3</td></tr></tbody></table>
<h2>What people ask</h2>
<p><strong>What is “everything else”?</strong> Cemeteries, the rec program, the animal control officer’s mileage, flags, and dues to two regional commissions.</p>
<p><strong>What does a penny on the rate raise?</strong> About $37,500. That is a useful number to carry into a meeting. A new grader is nine pennies. A crossing guard is less than half of one.</p>
<p><strong>Why is the Town Office second?</strong> It holds the clerk, the administrator, the listers, insurance for the whole town, the audit, and heat for a building with fourteen-foot ceilings.</p>
<p><strong>Could we spend less on roads?</strong> The town tried it in the early nineties. It saved $60,000 over two years and spent $210,000 in the third. The minutes for that meeting run to nineteen pages, and somebody has underlined the word “told.”</p>`,
  },
  {
    id: 'sample-shed-rules',
    title: 'Can I build that? A short table of sheds, decks and hens',
    daysAgo: 107,
    time: '13:10',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['Home', 'Town Hall'],
    description: `
<p>Summer is when people build first and telephone second. The zoning administrator, Gail Fontaine, would like to turn that around, and says most of the answers fit on a postcard.</p>
<table><caption>Do I need a permit?</caption><thead><tr><th scope="col">Project</th><th scope="col">Permit</th><th scope="col">Note</th></tr></thead><tbody><tr><th scope="row">Shed under 120 square feet</th><td>No</td><td>Ten feet from the line</td></tr><tr><th scope="row">Larger shed</th><td>Yes</td><td>$40</td></tr><tr><th scope="row">Deck or porch</th><td>Yes</td><td>$60, unless you can step over it</td></tr><tr><th scope="row">Fence up to six feet</th><td>No</td><td>Good side facing the neighbor</td></tr><tr><th scope="row">Up to 12 hens</th><td>No</td><td>Roosters outside the village only</td></tr><tr><th scope="row">Anything within 50 feet of the river</th><td>Yes</td><td>State and town both</td></tr></tbody></table>
<p>The good-side rule is not in the bylaw. Fontaine says it is nonetheless the one she is asked to enforce.</p>
<p>Permits take about two weeks and are posted for fifteen days so that abutters may object. Last year 71 were issued and four appealed. Three of the four were settled on the lawn in question.</p>
<h2>If you have already built it</h2>
<p>Apply anyway. The fee doubles and nobody shouts. “I would much rather see it late than see it from the road,” Fontaine said. She is at the Town Office on Tuesdays and Thursdays until noon and answers email at an hour that worries her family.</p>
<p>One more thing, since it came up twice in July: a treehouse counts as a structure if it has electricity. A flashlight is not electricity.</p>`,
  },
];
