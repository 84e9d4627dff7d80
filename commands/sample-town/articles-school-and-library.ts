import type { SampleArticle } from './sample-article.ts';

export const schoolAndLibraryArticles: SampleArticle[] = [
  {
    id: 'sample-new-principal',
    title: 'School board names Priya Raman principal of the Hollow School',
    daysAgo: 3,
    time: '16:10',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/new-principal',
    byline: 'June Hathaway',
    tags: ['School'],
    description: `
<p>She starts January 4 and wants a kitchen garden by spring. The vote was five to nothing, after a public interview in the gym at which a second grader asked the last and hardest question, which was whether she would be changing the pizza.</p>
<p>Raman has taught science for fourteen years and for the past four has been assistant principal of a middle school in Rutland County with three times as many students. The Hollow School has 187, from kindergarten through eighth grade, and a roof everyone agrees is fine.</p>
<blockquote><p>A school this size can know every child’s name by October. I would like to know the names of the dogs by Town Meeting.</p><cite>Priya Raman</cite></blockquote>
<p>She told the board she would spend her first six weeks in classrooms and change nothing, and that after that she had three things in mind:</p>
<ul>
<li>A kitchen garden behind the gym, run with the cafeteria, beginning with potatoes because potatoes are hard to discourage</li>
<li>Reading help before the first bell, so that it does not come out of recess</li>
<li>A plain budget on one sheet of paper, sent home before the vote</li>
</ul>
<p>Board chair Simon Pelkey said there had been 22 applicants, and that Raman was the only one who had come to a school supper first to see whether she liked us. She had paid for her own ticket and done dishes.</p>
<p>She follows Walt Emery, who has filled in since the summer and will go back to teaching seventh-grade math, a thing he announced twice during the meeting. The salary is $98,500.</p>
<p>On the pizza, Raman said she would want to hear from both sides.</p>`,
  },
  {
    id: 'sample-halloween',
    title: 'Halloween on Church Street, in numbers',
    daysAgo: 19,
    time: '08:45',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    tags: ['School'],
    description: `
<p>212 children, 31 dragons, one accordion. We sat on the steps of number 14 from five until eight with a clicker, a pencil and a bowl.</p>
<table><caption>Costumes, children under twelve</caption><thead><tr><th scope="col">Costume</th><th scope="col">Count</th></tr></thead><tbody><tr><th scope="row">Dragons</th><td>31</td></tr><tr><th scope="row">Cats, including one on a leash that was a cat</th><td>24</td></tr><tr><th scope="row">Ghosts of the bedsheet type</th><td>19</td></tr><tr><th scope="row">Plow drivers</th><td>11</td></tr><tr><th scope="row">Ruth Abelard, with gavel</th><td>2</td></tr><tr><th scope="row">Undeclared</th><td>8</td></tr></tbody></table>
<p>The other 117 were one or two of a kind. They included a lighthouse that worked, a slice of the covered bridge carried by four sisters, and a boy in his usual clothes who said he was his father, and did the voice.</p>
<h2>Other counts</h2>
<ul>
<li>Pieces of candy given out at number 14: 640</li>
<li>Pieces asked for by fathers: 23</li>
<li>Temperature at five: 51. At eight: 38</li>
<li>Costumes worn over a snowsuit, as is traditional: 60</li>
<li>Said thank you without being told: 171</li>
<li>Teenagers who were too old, knew it, and were given candy: 26</li>
</ul>
<p>The accordion was Gus Lavigne’s. He plays in the bandstand every year until his hands get cold, mostly polkas, and once each hour something sad for the parents. Fire Chief Bev Kittredge walked the street in a reflective vest and was asked four times what she was supposed to be.</p>
<p>By nine the street was empty except for one dragon’s tail, in front of the Baptist church. It is at the Town Office.</p>`,
  },
  {
    id: 'sample-cross-country',
    title: 'Lena Fournier and the hill nobody likes',
    daysAgo: 30,
    time: '18:15',
    sourceName: 'Hollow School Athletics',
    sourceUrl: 'https://example.org/hollow-athletics/ledge-hill',
    byline: 'Nell Whitlock',
    tags: ['School', 'Outdoors'],
    description: `
<p>Every runner in the league knows Ledge Hill by the name the Hollow School gives it, which cannot be printed here. It begins at the second mile, climbs 140 feet in a quarter mile, and has a false top.</p>
<p>On Saturday Lena Fournier went up it in 1 minute 58 seconds and passed five people. She finished the home invitational in 19:41, first by eleven seconds, and the girls won as a team for the first time since the course was laid out.</p>
<table><caption>Hollow School girls</caption><thead><tr><th scope="col">Place</th><th scope="col">Runner</th><th scope="col">Time</th></tr></thead><tbody><tr><th scope="row">1</th><td>Lena Fournier</td><td>19:41</td></tr><tr><th scope="row">6</th><td>Amara Bell</td><td>20:55</td></tr><tr><th scope="row">9</th><td>June Haskell</td><td>21:20</td></tr><tr><th scope="row">14</th><td>Tess Nguyen</td><td>21:58</td></tr><tr><th scope="row">17</th><td>Ida Pelkey</td><td>22:14</td></tr></tbody></table>
<p>That is 47 points to 52 for Black River. The boys were fourth, with Owen Laramie eighth in 18:30 in borrowed shoes.</p>
<p>Coach Rob Steady, a name he has heard all the jokes about, makes the team walk the hill on Mondays in silence. “You should know what a thing looks like before you run at it,” he said. On Wednesdays they run it six times. Fournier, who is the daughter of plow driver Bud Fournier, does a seventh to annoy her friends.</p>
<p>Asked what she thinks about on the way up, she considered it. “Mostly the top,” she said. “Then the other top.”</p>
<p>The regional meet is next, on a flat course. She is not looking forward to it.</p>`,
  },
  {
    id: 'sample-bus-three',
    title: 'Eleven questions for Norma Tetreault, who drives Bus 3',
    daysAgo: 43,
    time: '07:50',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: '',
    byline: 'June Hathaway',
    tags: ['School', 'Roads'],
    description: `
<p>For thirty-one years the first person many of us spoke to on a school day was Norma Tetreault. She parks for the last time at the end of term. We rode along and asked.</p>
<figure class="wide"><img src="/illustrations/school-bus.svg" width="1200" height="800" alt="A yellow school bus outside a white schoolhouse with a small belfry, maples turning behind it"><figcaption>Bus 3 at the Hollow School. Illustration: Maple Hollow Commons.</figcaption></figure>
<p><strong>What time do you get up?</strong><br>Ten past four. My husband calls it yesterday.</p>
<p><strong>How many miles is it?</strong><br>Thirty-eight a day. I worked it out once. I have been to the moon and had started back.</p>
<p><strong>Worst morning?</strong><br>The ice storm. I had nine children aboard and we stayed put on Ridge Road for two hours. We sang. I can’t hear that song now.</p>
<p><strong>What do children bring on a bus?</strong><br>Trombones. Frogs. A wedding cake, once, for show and tell, and the mother following behind in her car to get it back.</p>
<p><strong>Do they still sing?</strong><br>The little ones. The big ones sing if you pretend you can’t hear.</p>
<p><strong>What is your rule?</strong><br>Sit down. There used to be others.</p>
<p><strong>Ever leave anybody?</strong><br>One. Howard Pruitt, first grade, asleep on the back seat. He’s the road commissioner now and brings it up.</p>
<p><strong>Who is the easiest passenger?</strong><br>Kindergartners in the first week. They think I own it.</p>
<p><strong>Have you driven children of children?</strong><br>Fifty-two. And one grandchild, and I told her mother she was better behaved.</p>
<p><strong>What will you do at ten past four?</strong><br>Look at the clock and turn over.</p>
<p><strong>And after that?</strong><br>I’d like to sit on a bus. In the back. Somebody else can do the mirror.</p>
<p><em>The school is looking for a driver for Bus 3. Training is paid. Call the office, or ask Norma, who will tell you the truth.</em></p>`,
  },
  {
    id: 'sample-borrowed',
    title: 'What Maple Hollow borrowed',
    daysAgo: 68,
    time: '11:00',
    sourceName: 'Carver Memorial Library',
    sourceUrl: 'https://example.org/carver-library/borrowed',
    tags: ['Library'],
    description: `
<p>The most borrowed thing at the Carver Memorial Library last year was the carpet cleaner. It went out 83 times and came back 82.</p>
<p>Librarian Ada Perrault reports to the trustees each fall, on two sides of one sheet. She reads it aloud and does not take questions until the end, when there usually aren’t any. We asked for the sheet.</p>
<table><caption>Loans in the year</caption><thead><tr><th scope="col">Kind</th><th scope="col">Loans</th></tr></thead><tbody><tr><th scope="row">Children’s books</th><td>9,412</td></tr><tr><th scope="row">Novels</th><td>5,870</td></tr><tr><th scope="row">Nonfiction</th><td>3,104</td></tr><tr><th scope="row">Films and audiobooks</th><td>2,266</td></tr><tr><th scope="row">Tools and other objects</th><td>948</td></tr><tr><th scope="row">Total</th><td>21,600</td></tr></tbody></table>
<p>The exact round total was checked twice. “It bothers me as much as it does you,” Perrault said.</p>
<h2>From the notes</h2>
<ul>
<li>Longest waiting list: a mystery set in a Vermont town whose librarian is the murderer. Perrault thought the motive was sound.</li>
<li>Most overdue: a guide to procrastination, four years. The fine was waived.</li>
<li>Found in returned books: 40 bookmarks, 11 photographs, a boarding pass, a fried egg. The egg was in a cookbook.</li>
<li>Days a bucket was in use under the north slope: 97.</li>
<li>Books lost to water: none. There is a drill, and children are taught it.</li>
</ul>
<p>The objects shelf holds 61 things now, from a telescope to a cider press, and takes gifts if they work. The newest is a pair of crutches. The library would like the carpet cleaner back. It knows who has it.</p>`,
  },
  {
    id: 'sample-first-day',
    title: 'First day at the Hollow School, counted',
    daysAgo: 75,
    time: '16:30',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/hollow-ledger/first-day',
    tags: ['School'],
    description: `
<p>At 7:52 AM Bus 3 opened its door and nobody got off. Then Norma Tetreault said something over her shoulder, and 28 children came down the steps in one long breath.</p>
<figure class="wide"><img src="/illustrations/school-bus.svg" width="1200" height="800" alt="A yellow bus stopped at the front walk of the white schoolhouse"><figcaption>7:52 AM, by the schoolhouse clock, which is four minutes fast. Illustration: Maple Hollow Commons.</figcaption></figure>
<p>Enrollment stands at 187, up six. The kindergarten has nineteen, the largest since the creamery was open, and the teacher, Mrs. Abdi, had nineteen name tags shaped like trout. By ten there were four trout left and everyone had learned the names anyway.</p>
<p>Two things are new. Lunch is free for every child, paid for by the state, so the line moves faster and the cafeteria has stopped keeping a list. And telephones spend the day in a numbered canvas pocket by the office. The eighth grade had prepared an objection to this in writing. Walt Emery, the interim principal, read it, corrected one comma, and gave it a B-plus.</p>
<p>In third grade the question of the day was where the river goes. The answers, on a chart by the door, were “the ocean” (9), “Connecticut” (4), “down” (3) and “under the bridge” (2).</p>
<p>One kindergartner cried. So did eleven parents, in the parking lot, where the PTO had coffee ready and had been through it before.</p>
<p>The bell rang at 2:50. A boy in a striped shirt stopped at the top of the bus steps and asked Tetreault whether they would be doing this again tomorrow. She told him it was looking likely.</p>`,
  },
];
