import type { ArticleInput } from '#app/articles/article.ts';
import { saveArticle } from '#app/articles/article-store.server.ts';
import type { EventInput } from '#app/events/event.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import type { NewsItemInput } from '#app/news/news-item.ts';
import { saveNewsItem } from '#app/news/news-item-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { PollInput } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';

const HOUR_MS = 3_600_000;

/** Saves one item each, at `now` and published an hour before by default. */
export function seeding(write: WriteDb, now: number) {
  const common = (id: string) => ({
    id,
    sourceId: `ledger:${id}`,
    title: `Title of ${id}`,
    link: `https://example.org/${id}`,
    pubDate: now - HOUR_MS,
    description: `<p>Text of ${id}.</p>`,
  });
  const source = { sourceName: 'The Hollow Ledger', sourceUrl: 'https://example.org/ledger' };
  const place = {
    eventDate: now + 48 * HOUR_MS,
    eventTime: '5 PM',
    eventLocation: 'Hill Farm, Ridge Road',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
  };
  const options = { now };
  const cleaned = <Input extends { description: string }>(input: Input): Input => ({
    ...input,
    description: sanitize(input.description),
  });
  return {
    article: (id: string, given: Partial<ArticleInput> = {}) =>
      saveArticle(write, cleaned({ ...common(id), ...source, ...given }), options),
    news: (id: string, given: Partial<NewsItemInput> = {}) =>
      saveNewsItem(write, cleaned({ ...common(id), ...source, ...given }), options),
    event: (id: string, given: Partial<EventInput> = {}) =>
      saveEvent(write, cleaned({ ...common(id), ...place, ...given }), options),
    poll: (id: string, given: Partial<PollInput> = {}) =>
      savePoll(
        write,
        { id, title: `Title of ${id}`, description: 'Why we ask.', options: ['Yes', 'No'], ...given },
        options,
      ),
  };
}
