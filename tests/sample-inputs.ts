import type { NounName } from '#app/collections.server.ts';

const common = {
  title: 'Hill Farm opens its gate',
  link: 'https://example.org/hill-farm',
  pubDate: '2026-11-20T14:00:00.000Z',
  description: '<p>From nine in the morning.</p>',
};

const source = {
  sourceId: 'ledger-1',
  sourceName: 'The Hollow Ledger',
  sourceUrl: 'https://example.org/ledger',
};

/** An item of each collection as a program would send it, without its id. */
export const sampleInputs: Record<NounName, Record<string, unknown>> = {
  articles: { ...common, ...source },
  news: { ...common, ...source },
  events: {
    ...common,
    sourceId: 'ledger-1',
    eventDate: '2026-11-28T14:00:00.000Z',
    eventTime: '9 AM',
    eventLocation: 'Hill Farm, Ridge Road',
    enclosureUrl: 'https://example.org/gate.jpg',
    enclosureType: 'image/jpeg',
  },
  polls: { title: common.title, description: common.description, options: ['Yes', 'No'] },
  businesses: {
    name: 'Hill Farm Sugarhouse',
    category: 'Farms and food',
    description: common.description,
    address: '212 Ridge Road',
    phone: '(802) 555-0142',
    website: 'https://example.org/sugarhouse',
    email: null,
    openingHours: null,
  },
  pages: { title: common.title, description: common.description },
};
