// A program of someone else. It is compiled with the client that is generated next to it when the test runs.
import { Api, type ArticleInput, type EventInput, type PollInput } from './client.ts';

const common = {
  title: 'Hill Farm opens its gate',
  description: '<p>From nine in the morning.</p>',
};
const source = {
  sourceId: 'ledger-1',
  link: 'https://example.org/hill-farm',
  pubDate: '2026-11-20T14:00:00.000Z',
};
const article: ArticleInput = {
  ...common,
  ...source,
  sourceName: 'The Hollow Ledger',
  sourceUrl: 'https://example.org/ledger',
  pinned: true,
};
const event: EventInput = {
  ...common,
  ...source,
  eventDate: '2026-11-28T14:00:00.000Z',
  eventTime: 'All day',
  eventLocation: 'Hill Farm, Ridge Road',
  enclosureUrl: 'https://example.org/gate.jpg',
  enclosureType: 'image/jpeg',
  allDay: true,
  status: 'cancelled',
};
const poll: PollInput = { ...common, options: ['Yes', 'No', 'Later'], voters: 'members', maxChoices: 2 };

/** Creates, changes, lists and deletes; returns what is there after each change of a title alone. */
export async function runProgram(baseUrl: string, token: string) {
  const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization: `Bearer ${token}` } } });
  await api.putArticle('one', article);
  await api.putEvent('one', event);
  await api.putPoll('one', poll);
  const change = { title: 'Changed' };
  const changed = (await api.patchArticle('one', change)).data;
  const moved = (await api.patchEvent('one', change)).data;
  const asked = (await api.patchPoll('one', change)).data;
  const listed = (await api.listArticles({ limit: 5 })).data.items.map(({ id }) => id);
  const missing = await api.findArticle('none').catch((response) => response);
  const invalid = await api.patchArticle('one', { title: '' }).catch((response) => response);
  await api.removeArticle('one');
  return {
    article: { title: changed.title, pinned: changed.pinned },
    event: { title: moved.title, status: moved.status, allDay: moved.allDay },
    poll: { title: asked.title, voters: asked.voters, maxChoices: asked.maxChoices },
    listed,
    left: (await api.listArticles()).data.items.length,
    refused: [missing.status, missing.error.title],
    invalid: [invalid.status, invalid.error.errors[0].field],
  };
}
