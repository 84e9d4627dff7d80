import type { Block, Edition, EventDay, EventEntry } from '#app/newsletter/issues/edition.ts';

type Story = Extract<Block, { kind: 'story' }>;

function story(id: string, title: string, deck: string): Story {
  return {
    kind: 'story',
    collection: 'articles',
    label: 'Articles',
    id,
    title,
    deck,
    path: `/articles/${id}`,
    source: null,
    date: 'November 19, 2026',
    at: Date.UTC(2026, 10, 19, 12),
    picture: null,
  };
}

function event(id: string, title: string, time: string, place: string): EventEntry {
  return {
    collection: 'events',
    id,
    title,
    path: `/events/${id}`,
    source: null,
    when: `11/21/2026, ${time}`,
    time,
    place,
    status: null,
    note: '',
  };
}

function day(number: number, weekday: string, events: EventEntry[]): EventDay {
  return {
    day: `2026-11-${number}`,
    weekday,
    month: 'Nov',
    number: String(number),
    date: `November ${number}`,
    events,
  };
}

const fridayPoll: Extract<Block, { kind: 'poll' }> = {
  kind: 'poll',
  collection: 'polls',
  id: 'rink',
  title: 'Should the rink open on Thanksgiving?',
  path: '/polls/rink',
  source: null,
  isOpen: false,
  until: null,
  options: ['Yes', 'No'],
  time: 'Closed November 18, 2026, 8:00 PM',
  results: [
    { text: 'Yes, all day', share: '71%', votes: '292 votes' },
    { text: 'No', share: '29%', votes: '120 votes' },
  ],
  turnout: 'Results, 412 votes',
};

/** An issue with a section of each kind. */
export const fridayEdition: Edition = {
  title: 'The Friday Bell',
  town: 'Maple Hollow Commons',
  day: '2026-11-20',
  date: 'November 20, 2026',
  locale: 'en-US',
  number: 48,
  subject: 'A new roof, a long night and a lot of slate',
  preview: 'Plus: the bridge reopens on Monday, and three things to put on the calendar.',
  written: { subject: true, preview: true },
  note: 'Good morning. It took three hours and one bell, but the library will have a roof.',
  postalAddress: '18 Church Street, Maple Hollow, Vermont',
  blocks: [
    {
      ...story(
        'roof',
        'Town votes to mend the library roof, 412 to 168',
        'Work begins after mud season, once the slate arrives from Poultney.',
      ),
      kind: 'lead',
      source: 'The Hollow Ledger',
      picture: {
        id: '0123456789abcdef0123456789abcdef',
        address: '/media/0123456789abcdef0123456789abcdef-960.jpeg',
        width: 1200,
        height: 800,
        alt: 'Neighbors at town meeting raise paper ballots',
        credit: null,
        focalPoint: 5,
        color: '#d9ccb4',
      },
    },
    story(
      'plow',
      'Meet the plow crew that keeps Ridge Road open all winter',
      'Five drivers, four trucks, 61 miles. A night on Route 4 with Dale Whitcomb.',
    ),
    {
      ...story(
        'bridge',
        'The covered bridge reopens to one lane on Monday',
        'New oak decking, the same seven-ton limit.',
      ),
      collection: 'news',
      label: 'News',
      path: '/news/bridge',
      source: 'Vermont Roads Weekly',
    },
    {
      kind: 'events',
      title: 'Coming up',
      path: '/events',
      more: 4,
      days: [
        day(21, 'Saturday', [
          event('market', 'Winter farmers market', '9:00 AM', 'Grange Hall'),
          {
            ...event('dance', 'Contra dance with The Sap Run', '7:00 PM', 'Town Hall'),
            status: 'Canceled',
            note: 'The band has the flu.',
          },
        ]),
        day(23, 'Monday', [
          {
            ...event('budget', 'Selectboard: budget hearing', '6:30 PM', 'Town Office'),
            source: 'Town of Maple Hollow',
          },
        ]),
      ],
    },
    {
      kind: 'poll',
      collection: 'polls',
      id: 'attic',
      title: 'What should the library add with its new attic?',
      path: '/polls/attic',
      source: null,
      isOpen: true,
      until: 'December 1, 2026',
      options: [
        'A quiet reading room',
        'A maker space with tools',
        'A room for the historical society',
        'A place for teenagers to be',
        'Storage, honestly',
      ],
      time: 'Open until December 1, 2026, 8:00 PM',
      results: [],
      turnout: '',
    },
    fridayPoll,
    {
      kind: 'correction',
      collection: 'corrections',
      id: 'rink',
      title: 'Rink vote in the fall',
      path: '/articles/rink',
      source: null,
      corrections: [
        {
          date: 'November 18, 2026',
          at: Date.UTC(2026, 10, 18),
          text: 'Last week we wrote that the rink vote was in September. It was on October 15.',
        },
      ],
    },
  ],
};

/** Many stories with long texts, a hundred events and fifty polls; `say` gives each text. */
export function largeEdition(say: (place: string) => string): Edition {
  const stories = Array.from({ length: 12 }, (_, index) =>
    story(`s${index}`, say(`title ${index}`), say(`deck ${index}`).repeat(3)),
  );
  const events = Array.from({ length: 100 }, (_, index) => ({
    ...event(`e${index}`, say(`event ${index}`), say('time'), say('place')),
    note: say('note'),
    source: say('source'),
  }));
  const corrections = Array.from({ length: 5 }, () => ({
    date: 'November 18, 2026',
    at: 0,
    text: say('correction'),
  }));
  const polls = Array.from({ length: 50 }, (_, index) => ({
    ...fridayPoll,
    id: `p${index}`,
    title: say(`poll ${index}`),
    results: fridayPoll.results.map((result) => ({ ...result, text: say('option') })),
  }));
  const [first = story('a', '', ''), ...others] = stories;
  return {
    ...fridayEdition,
    subject: say('subject'),
    preview: say('preview'),
    note: say('note').repeat(10),
    blocks: [
      { ...first, kind: 'lead' },
      ...others,
      { kind: 'events', title: 'Coming up', path: '/events', more: 0, days: [day(21, 'Saturday', events)] },
      ...polls,
      {
        kind: 'correction',
        collection: 'corrections',
        id: 'c',
        title: say('corrected'),
        path: '/articles/c',
        source: null,
        corrections,
      },
    ],
  };
}
