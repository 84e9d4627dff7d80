import type { SampleEvent } from './sample-event.ts';

/** What the sample town does every week. */
export const weeklyEvents: SampleEvent[] = [
  {
    id: 'sample-winter-farmers-market',
    title: 'Winter farmers market',
    description:
      '<p>Eighteen tables in a warm room: roots, greens, cheese, eggs, bread, yarn and one man who sharpens knives while you shop. The soup is different every week and gone by eleven.</p><p>EBT cards are welcome, and the market matches the first twenty dollars.</p>',
    eventLocation: 'Grange Hall, 4 Depot Street',
    link: 'https://example.org/grange/winter-market',
    time: '09:00',
    eventTime: '9:00 AM',
    when: { weekly: 6, weeks: 10 },
    image: '/illustrations/village.svg',
    until: '13:00',
  },
  {
    id: 'sample-story-hour',
    title: 'Story hour in the Grange',
    description:
      '<p>Three books, two songs and something to glue. For children up to five and whoever brought them.</p><p>Ada Perrault reads the long one. Snack is crackers, and please say at the door if your child cannot have nuts.</p>',
    eventLocation: 'Grange Hall, 4 Depot Street',
    link: 'https://example.org/carver-library/story-hour',
    time: '10:30',
    eventTime: '10:30 AM',
    when: { weekly: 1, weeks: 10 },
    image: '/illustrations/library.svg',
  },
  {
    id: 'sample-ukulele-open-jam',
    title: 'Ukulele open jam',
    description:
      '<p>The Kettle stops serving lunch at two and fills with ukuleles at three. Songbooks are on the counter, four chords cover most of them, and there are three instruments to borrow.</p><p>Listeners may stay if they buy pie.</p>',
    eventLocation: 'The Copper Kettle',
    link: 'https://example.org/copper-kettle/ukulele',
    time: '15:00',
    eventTime: '3:00 PM',
    when: { weekly: 6, weeks: 10 },
    image: '/illustrations/green.svg',
  },
  {
    id: 'sample-library-knitting',
    title: 'Knitting circle',
    description:
      '<p>Bring what you are making, or what you gave up on last winter. Somebody there has made the same mistake and knows the way back.</p><p>Beginners get needles, a ball of gray wool and a seat under the good lamp.</p>',
    eventLocation: 'Carver Memorial Library, upstairs table',
    link: 'https://example.org/carver-library/knitting',
    time: '17:30',
    eventTime: '5:30 PM to 7:00 PM',
    when: { weekly: 2, weeks: 10 },
    image: '/illustrations/library.svg',
  },
  {
    id: 'sample-recreation-skate',
    title: 'Recreation skate',
    description:
      '<p>On ice when there is ice. When there is none, the skates have wheels and the place is the school gym. The recreation board calls it at ten that morning and posts a note on the bandstand.</p><ul><li>Skates to borrow, sizes 9 child to 12 adult</li><li>Helmets for anyone under twelve</li><li>Two dollars, or nothing if that is easier</li></ul>',
    eventLocation: 'The green, or the Hollow School gym',
    link: 'https://example.org/town/recreation-skate',
    time: '13:00',
    eventTime: '1:00 PM to 3:00 PM',
    when: { weekly: 7, weeks: 10 },
    image: '/illustrations/snow.svg',
  },
  {
    id: 'sample-tai-chi',
    title: 'Tai chi for stiff people',
    description:
      '<p>An hour of slow movement for balance and knees, led by Irene Lavigne, who began at seventy. Wear anything you could rake leaves in.</p><p>Free. Chairs for those who would rather sit for half of it.</p>',
    eventLocation: 'Grange Hall, 4 Depot Street',
    link: 'https://example.org/grange/tai-chi',
    time: '09:00',
    eventTime: '9:00 AM',
    when: { weekly: 4, weeks: 10 },
    image: '/illustrations/valley.svg',
  },
  {
    id: 'sample-community-lunch',
    title: 'Community lunch',
    description:
      '<p>Soup, bread and a hot dish at long tables. Nobody asks why you came, and most people come for the company.</p><p>Rides can be had by calling the church before ten. A jar by the coffee takes whatever you like.</p>',
    eventLocation: 'First Congregational Church, lower hall',
    link: 'https://example.org/first-congregational/lunch',
    time: '12:00',
    eventTime: 'Noon to 1:00 PM',
    when: { weekly: 3, weeks: 10 },
    image: '/illustrations/village.svg',
  },
  {
    id: 'sample-homework-table',
    title: 'Homework table',
    description:
      '<p>A quiet table, sharp pencils and two retired teachers, one for numbers and one for everything else. Grades four through twelve.</p><p>The bus from the Hollow School stops at the library steps. There are apples.</p>',
    eventLocation: 'Carver Memorial Library',
    link: 'https://example.org/carver-library/homework',
    time: '15:15',
    eventTime: '3:15 PM to 5:00 PM',
    when: { weekly: 4, weeks: 10 },
    image: '/illustrations/library.svg',
  },
];
