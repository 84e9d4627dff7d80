import type { SampleArticle } from './sample-article.ts';

export const roadsAndWeatherArticles: SampleArticle[] = [
  {
    id: 'sample-plow-crew',
    title: 'Meet the plow crew that keeps Ridge Road open all winter',
    daysAgo: 1,
    time: '06:30',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    deck: 'Five drivers, four trucks, 61 miles: a night on Route 4 with road foreman Dale Whitcomb.',
    byline: 'Otis Pelletier',
    tags: ['Roads', 'Winter'],
    description: `
<p>Five drivers, four trucks, 61 miles. A night on Route 4 with Dale Whitcomb.</p>
<figure class="wide"><img src="/illustrations/snow.svg" width="1200" height="800" alt="An orange plow on a snowy road at night between two lit houses"><figcaption>Truck 3 below the Haskell place. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>He picks me up behind the town garage at 2:40 in the morning and apologizes for the seat, which is held together by a hockey jersey. Truck 3 carries seven yards of sand, a wing plow on the right and a thermos the size of a fire extinguisher. The radio is tuned to a station that plays polkas until four.</p>
<p>Whitcomb has been road foreman for nineteen winters. His route is Route 4 from the covered bridge to the town line, then all of Ridge Road, up one side and down the other, 17 miles in all. In an ordinary storm he makes it four times. “You don’t beat snow,” he says. “You keep it company.”</p>
<h2>The crew</h2>
<ul>
<li><strong>Dale Whitcomb</strong>, Truck 3, Route 4 and Ridge Road</li>
<li><strong>Connie Laramie</strong>, Truck 1, the village and Depot Street</li>
<li><strong>Bud Fournier</strong>, Truck 2, Mill Street and the river roads</li>
<li><strong>Teddy Nguyen</strong>, Truck 4, Tannery Lane and the back hills</li>
<li><strong>Skip Osgood</strong>, who takes whichever truck has a driver asleep</li>
</ul>
<p>The hardest place in town is the S-bend below Hill Farm, where the wind moves the whole road about nine feet east. Whitcomb drops the wing there by feel. On the second pass a porch light flicks twice. “Ned Haskell,” he says. “That means there’s coffee. It also means he’s been up listening for me, and I’m late.”</p>
<p>Mailboxes come up. The crew took out six last winter. Four were leaning into the road, one was a replica of a trout, and the sixth was Whitcomb’s own.</p>
<p>By 5:50 the first bus is waiting at the green and Ridge Road is black and wet from end to end. He looks at it in the mirror for some time. Then he goes around again.</p>`,
  },
  {
    id: 'sample-bridge-reopens',
    title: 'The covered bridge reopens to one lane on Monday',
    daysAgo: 4,
    time: '12:00',
    sourceName: 'Vermont Roads Weekly',
    sourceUrl: 'https://example.org/vermont-roads-weekly/black-fern-bridge',
    deck: 'New oak decking, one lane, and the same seven-ton limit until the siding is back in spring.',
    tags: ['Roads', 'River'],
    description: `
<p>New oak decking, the same seven-ton limit. The Black Fern River bridge has been shut since Labor Day, and the school bus has been going around by Tannery Lane, which adds eleven minutes and one goose.</p>
<figure class="wide"><img src="/illustrations/bridge.svg" width="1200" height="800" alt="The red covered bridge over the Black Fern River, with spruce behind it"><figcaption>The 1871 span, 118 feet between abutments. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>A crew of four lifted the old floor a bay at a time and found what the inspector had promised: carpenter ants in the upstream stringers, and road salt everywhere else. They laid 312 planks of white oak, each three inches thick, sawn nineteen miles away and fastened with screws in place of spikes so that the next crew can take them up again.</p>
<p>Traffic will alternate in one lane under a signal until spring, while the siding is off. Wait at the painted line. From there the sensor can see you. People who creep forward to look at the river will wait a long while.</p>
<h2>Before you cross</h2>
<ul>
<li>Seven tons, eleven feet four inches. Oil trucks and the library’s book van go around.</li>
<li>Walkers keep to the downstream side, behind the rail.</li>
<li>Horses have the right of way, as the sign has said since it was written.</li>
</ul>
<p>The work cost $186,000, of which the town paid a tenth. A fuller repair of the trusses is on the state’s list of 22 spans; ours stands ninth.</p>
<p>Lead carpenter Yvonne Thibault left one old plank in place at the village end. It is carved with the initials of every Hollow School eighth grader from 1938. “Still sound,” she said. “I checked it twice, hoping.”</p>`,
  },
  {
    id: 'sample-ice-out',
    title: 'Ice-out bets open at the general store',
    daysAgo: 11,
    time: '08:15',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    byline: 'Otis Pelletier',
    tags: ['Winter'],
    description: `
<p>Two dollars a guess. Last year was April 9, at 2:14 PM. The Mill Pond has not frozen yet, but Pete Labonte has already sold 31 tickets to people who say they can feel it.</p>
<figure class="wide"><img src="/illustrations/valley.svg" width="1200" height="800" alt="Fog lifting from the valley in layers of green"><figcaption>The valley above the Mill Pond, still open water. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>The method has not changed since Labonte’s grandfather: a cinder block on a pallet, a rope, and an electric clock plugged in on the porch of the pump house. When the block goes down, the rope pulls the plug. The clock stops. That is the time, and there is no appeal.</p>
<p>Half the pot goes to the winner and half to the fire department’s cold-water suits. Last spring each half came to $611. The winner was Ada Perrault, who says she looked up the last forty years of results at her own reference desk and then ignored them.</p>
<h2>Some earlier times, for the serious</h2>
<table><caption>The five most recent, newest first</caption><thead><tr><th scope="col">Date</th><th scope="col">Time</th></tr></thead><tbody><tr><th scope="row">April 9</th><td>2:14 PM</td></tr><tr><th scope="row">April 15</th><td>11:52 AM</td></tr><tr><th scope="row">April 6</th><td>4:40 PM</td></tr><tr><th scope="row">April 19</th><td>1:07 PM</td></tr><tr><th scope="row">April 12</th><td>3:33 AM</td></tr></tbody></table>
<p>The 3:33 was investigated. A power failure was suggested, and a beaver. The committee, which is Labonte, ruled that the block was gone and so was the ice, and paid.</p>
<p>Tickets are at the register until the last day of February. Write the minute clearly. Sevens that look like ones are read as ones.</p>`,
  },
  {
    id: 'sample-broadband',
    title: 'Broadband reaches the last house on Tannery Lane',
    daysAgo: 12,
    time: '14:20',
    sourceName: 'Valley Reporter',
    sourceUrl: 'https://example.org/valley-reporter/tannery-lane',
    byline: 'Nell Whitlock',
    tags: ['Roads'],
    description: `
<p>Nine years after the first petition, the Hallorans can stream. On Tuesday afternoon a splicer named Curtis closed a gray box on pole 114, and Jean Halloran watched eleven seconds of a cooking program before she turned it off to telephone her sister.</p>
<p>Tannery Lane is 2.8 miles of gravel with fourteen houses. Three companies had looked at it. The first wanted $42,000 from the residents to come past the sawmill, the second went out of business, and the third never found the road.</p>
<p>What worked in the end was the valley’s communications union district, in which 19 towns borrow together and string their own fiber. Maple Hollow joined by a voice vote at which the only “no” is remembered as a misunderstanding. The line now passes 868 of the town’s 871 addresses. The other three are hunting camps whose owners asked to be left alone.</p>
<h2>What it costs</h2>
<ul>
<li>$79 a month for the ordinary service</li>
<li>$50 a month for households that qualify for fuel assistance</li>
<li>No charge for the first 400 feet of driveway</li>
</ul>
<p>The Hallorans used to drive to the library lot to send large files; Martin Halloran does bookkeeping for four farms. He parked under the maple by the bike rack, where the signal was best, and over the years got to know the dog-walkers. “I’ll probably still go down Thursdays,” he said.</p>
<p>The town clerk has retired the petition. It had 214 signatures, nine of them from people who have since died and one from a horse.</p>`,
  },
  {
    id: 'sample-first-snow',
    title: 'First snow, first plow, first complaint',
    daysAgo: 15,
    time: '11:10',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    byline: 'Otis Pelletier',
    tags: ['Roads', 'Winter'],
    description: `
<p>The season opened at 4:10 AM on Thursday. That is when Connie Laramie lowered the blade of Truck 1 in front of the Town Office and pushed an inch and a half of wet snow as far as the bank.</p>
<figure class="wide"><img src="/illustrations/snow.svg" width="1200" height="800" alt="Snow falling at night on a plow and two houses with lit windows"><figcaption>The first inch is always the loudest. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>What follows is taken from the town garage’s log, which is kept in pencil on a clipboard and is a public record.</p>
<dl>
<dt>4:10</dt><dd>Truck 1 out. 31 degrees. Snow heavy, like a wet dog.</dd>
<dt>4:25</dt><dd>Truck 3 out. Dale says ridge has four inches.</dd>
<dt>4:50</dt><dd>Truck 2 out. Returned for Bud’s lunch. Out.</dd>
<dt>5:31</dt><dd>Call. Caller on Depot Street wishes to know why we have not been by.</dd>
<dt>5:33</dt><dd>Truck 1 goes by.</dd>
<dt>5:36</dt><dd>Call. Same party. Wishes to know why we have filled in the driveway.</dd>
<dt>6:20</dt><dd>Tree down, Tannery Lane. Teddy has saw.</dd>
<dt>6:55</dt><dd>Tree up, in a sense.</dd>
<dt>8:40</dt><dd>All trucks in. Sun out. Most of it melted by itself.</dd>
</dl>
<p>The parking ban is now in force: nothing on village streets from midnight to six, whatever the sky looks like. Cars go to the lot behind Town Hall. The first tow of the season was a rented van at 1:15 that same morning, three hours ahead of the snow, and its owners were very nice about it once they had found their shoes.</p>
<p>Sand is free for residents, two buckets a visit, from the pile on the left. The pile on the right is salt, and that one has a camera.</p>`,
  },
  {
    id: 'sample-notch-sharing',
    title: 'Hunters and hikers: how to share the Notch trails this month',
    daysAgo: 8,
    time: '07:00',
    sourceName: 'Trail Keepers',
    sourceUrl: 'https://example.org/trail-keepers/sharing-the-notch',
    tags: ['Outdoors'],
    description: `
<p>Wear orange, leash dogs, sign the book. If you read no further than that, you will have done what we ask.</p>
<p>The Notch is open to hunting and to walking, and has been for longer than it has had trails. In forty years there has been one injury, a sprained wrist, to a hunter who slipped on our bridge. We would like to keep the record and have since fixed the bridge.</p>
<h2>If you walk</h2>
<ul>
<li>Wear a hat and vest in blaze orange. Red is not orange. A tan jacket with white mittens is the worst thing you can put on.</li>
<li>Your dog wears it too. Borrow a vest at Notch Bicycle Works; there are twelve, in three sizes and one for a dachshund.</li>
<li>Stay on the marked trail in the first and last hour of light.</li>
<li>Talk. You need not sing.</li>
</ul>
<h2>If you hunt</h2>
<ul>
<li>Set up at least 500 feet from a marked trail. The yellow tags show where that is.</li>
<li>Park at the upper lot and leave the lower one for families.</li>
<li>Sign the same book. It is the only way we know who is late coming down.</li>
</ul>
<p>The book is in the green box at the trailhead, with a pencil that has been stolen and replaced 200 times by our count. Last season it held 940 names. Under “remarks” there were 61 sightings of deer, all by people who were not hunting.</p>
<p>Youth weekend and muzzleloader dates are posted on the box. On those days the Ledges loop is closed until ten in the morning. Questions go to Joan Atwater, who has walked there every day since she retired and owns seven orange hats.</p>`,
  },
  {
    id: 'sample-notch-signs',
    title: 'New signs in the Notch say how long it really takes',
    daysAgo: 64,
    time: '07:45',
    sourceName: 'Trail Keepers',
    sourceUrl: 'https://example.org/trail-keepers/new-signs',
    tags: ['Outdoors'],
    description: `
<p>The old sign at the trailhead said the summit was 45 minutes away. It was put up in 1974 by a man named Chet Rowell, who ran.</p>
<figure class="wide"><img src="/illustrations/trail-signs.svg" width="1200" height="800" alt="A wooden signpost with three arrow boards at a fork in a mountain trail"><figcaption>The post at the Ledges fork, before anyone has leaned on it. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Over the summer nine volunteers walked every marked trail in the Notch with a watch, at three speeds: alone, with a child of six, and with Joan Atwater’s mother, who is 88 and carries a folding stool. The new signs give the middle figure.</p>
<table><caption>Old times and new</caption><thead><tr><th scope="col">From the trailhead to</th><th scope="col">Miles</th><th scope="col">Old sign</th><th scope="col">New sign</th></tr></thead><tbody><tr><th scope="row">Ledges</th><td>0.9</td><td>20 min</td><td>40 min</td></tr><tr><th scope="row">Heron Pond</th><td>1.4</td><td>30 min</td><td>1 hr</td></tr><tr><th scope="row">Summit</th><td>2.2</td><td>45 min</td><td>1 hr 50 min</td></tr><tr><th scope="row">Summit, by the Chimney</th><td>1.8</td><td>none</td><td>2 hr 15 min</td></tr></tbody></table>
<p>The boards are white cedar from a tree that came down on the Heron Pond trail and was sawn where it fell. The lettering was routed by eighth graders in the school shop. One board reads SUMMITT and has been hung in the shop.</p>
<p>The four Search and Rescue calls last year were all for parties who had believed the old sign and started up at four in the afternoon. Nobody was hurt. One man had kept himself busy by counting porcupines and had reached six.</p>
<p>Rowell’s sign has gone to the historical society. He lives in Arizona now and was reached by telephone. “Forty-five is right,” he said.</p>`,
  },
];
