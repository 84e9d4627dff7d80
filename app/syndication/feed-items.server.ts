/** Items as feeds describe them. */
import type { CollectionName } from '#app/content/item-schema.ts';
import { isOwnLink } from '#app/content/own-link.ts';
import { permalinkOf } from '#app/content/permalink.ts';
import { imageTypeOf } from '#app/events/event.ts';
import { changesOf, statedTitleOf } from '#app/events/event-status.ts';
import { describeTime, eventSpanOf } from '#app/events/event-time.ts';
import { makeAbsolute } from '#app/html/absolute-html.server.ts';
import { plainTextOf, shorten } from '#app/html/extract.server.ts';
import { type SafeHtml, sanitize } from '#app/html/sanitize.server.ts';
import type { PollDigest } from '#app/polls/poll-digest.server.ts';
import { timeWords } from '#app/polls/poll-state.ts';
import { formatEventDate, machineTimeOf, type TownClock, townDayOf } from '#app/time/town-time.ts';
import type { EventFacts, FeedItem } from './feed.ts';
import { eventFactsHtml, moreHtml, pollHtml, sourceHtml } from './feed-content.server.tsx';
import type { FeedArticle, FeedEvent, FeedNews } from './feed-store.server.ts';
import { xmlLineOf } from './xml-text.ts';

/** `siteUrl` is the site's origin. */
export type ItemContext = { siteUrl: string; clock: TownClock; now: number };

/** An item whose text is only created if there is space for it. `at` is when it became news: feeds are sorted by it. */
export type Draft = { at: number; size: number; write: (isWhole: boolean) => FeedItem };

/**
 * A permanent id for something of this site, independent of its title and address: a tag URI (RFC 4151). It contains no
 * port and no scheme, so moving to https makes nothing new to readers.
 */
export function tagOf(siteUrl: string, specific: string): string {
  return `tag:${new URL(siteUrl).hostname},2026:${specific}`;
}

export function articleDraft(article: FeedArticle, context: ItemContext): Draft {
  return sourcedDraft('articles', article, context);
}

export function newsDraft(item: FeedNews, context: ItemContext): Draft {
  return sourcedDraft('news', item, context);
}

function sourcedDraft(
  collection: 'articles' | 'news',
  item: FeedArticle | FeedNews,
  context: ItemContext,
): Draft {
  const original = isOwnLink(item.link, context.siteUrl) ? undefined : item.link;
  const author = item.sourceName
    ? { name: item.sourceName, url: item.sourceUrl ?? context.siteUrl }
    : undefined;
  const source = author && !isOwnLink(author.url, context.siteUrl) ? author : undefined;
  return {
    at: item.pubDate,
    size: item.description.length,
    write: (isWhole) => ({
      ...commonOf(collection, item, context),
      sourceUrl: original,
      author,
      summary: item.deck,
      html: isWhole ? join(wholeText(collection, item, context), sourceHtml(source, original)) : undefined,
    }),
  };
}

export function eventDraft(event: FeedEvent, context: ItemContext): Draft {
  const { clock, siteUrl } = context;
  const original = isOwnLink(event.link, siteUrl) ? undefined : event.link;
  const changes = changesOf(event, clock);
  const facts = {
    changes,
    when: `${formatEventDate(event.eventDate, clock.timeZone)}, ${describeTime(event, clock.timeZone)}`,
    where: event.eventLocation,
  };
  const said = `${changes ? `${changes} ` : ''}${facts.when}, ${facts.where}.`;
  return {
    // A change of status is news when it is announced, however long ago the event was published.
    at: event.status === 'scheduled' ? event.pubDate : Math.max(event.pubDate, event.updatedAt),
    size: event.description.length,
    write: (isWhole) => ({
      // Most readers show only a list of titles, so the change is there.
      ...commonOf('events', event, context, statedTitleOf(event)),
      sourceUrl: original,
      summary: shorten(`${said} ${plainTextOf(event.description).slice(0, 400)}`),
      html: isWhole
        ? join(eventFactsHtml(facts), wholeText('events', event, context), moreHtml(original))
        : undefined,
      enclosure: enclosureOf(event, context),
      event: factsOf(event, clock.timeZone),
    }),
  };
}

export function pollDraft(poll: PollDigest, context: ItemContext): Draft {
  const { now, clock } = context;
  const published = Math.max(poll.opensAt ?? 0, poll.createdAt);
  const closed = poll.state === 'closed' ? (poll.closedAt ?? poll.closesAt ?? 0) : 0;
  const item = { ...poll, pubDate: published, updatedAt: Math.max(poll.updatedAt, published, closed) };
  const common = commonOf('polls', item, context);
  return {
    at: Math.max(published, closed),
    size: poll.description.length,
    write: () => ({
      ...common,
      summary: shorten(`${timeWords(poll, now, clock)}. ${poll.deck}`),
      html: pollHtml(poll, { url: `${context.siteUrl}/polls/${poll.id}`, now, clock }),
    }),
  };
}

type Common = { id: string; title: string; pubDate: number; updatedAt: number };

function commonOf(
  collection: FeedItem['collection'],
  { id, title, pubDate, updatedAt }: Common,
  { siteUrl }: ItemContext,
  stated = title,
): FeedItem {
  return {
    id: tagOf(siteUrl, `${collection}/${id}`),
    collection,
    title: stated,
    url: siteUrl + permalinkOf(collection, { id, title }),
    sourceUrl: undefined,
    published: pubDate,
    // Loaded or saved before it was published.
    updated: Math.max(updatedAt, pubDate),
    author: undefined,
    summary: '',
    html: undefined,
    enclosure: undefined,
    event: undefined,
  };
}

function wholeText(
  collection: CollectionName,
  { id, description }: { id: string; description: string },
  { siteUrl }: ItemContext,
): SafeHtml {
  return makeAbsolute(sanitize(description), `${siteUrl}/${collection}/${id}`);
}

function join(...parts: SafeHtml[]): SafeHtml {
  return parts.filter(Boolean).join('\n') as SafeHtml;
}

function enclosureOf({ enclosureUrl, enclosureType }: FeedEvent, { siteUrl }: ItemContext) {
  const url = URL.parse(enclosureUrl, siteUrl)?.href;
  // It is typed by people: an invalid media type would make the feed invalid.
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(enclosureType) ? enclosureType : imageTypeOf(enclosureUrl);
  return url ? { url, type } : undefined;
}

function factsOf(event: FeedEvent, zone: string): EventFacts {
  const { start, end, allDay } = eventSpanOf(event, zone);
  const write = (instant: number) => (allDay ? townDayOf(instant, zone) : machineTimeOf(instant, zone));
  return {
    start: write(start),
    end: allDay ? write(Math.max((end ?? start) - 1, start)) : end === undefined ? undefined : write(end),
    location: xmlLineOf(event.eventLocation),
    status: event.status,
    previousStart: event.previousDate === null ? undefined : write(event.previousDate),
  };
}
