import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { type FetchedDocument, fetchDocument } from '#app/sources/checks/fetch-document.server.ts';
import { readSource } from '#app/sources/checks/read-source.server.ts';
import { type ParsedSource, SourceError } from '#app/sources/import/source-item.ts';
import { feedsOfAddress, feedsOfPage, guessedFeeds } from './feed-leads.ts';

/** A feed, a calendar or a page that can be a source. `address` is the one that responded. */
export type FoundFeed = { address: string; source: ParsedSource };

/**
 * What an address leads to, best first. Without any, `problem` is a sentence for the administrator. `isUnread`: what is
 * there is unknown, because no server sent it; later, one may.
 */
export type Finding = { found: FoundFeed[]; problem: string | null; isUnread: boolean };

export type FindContext = {
  outbound: Outbound;
  /** The IANA zone of times without one; with `isZoneForced`, of all times of events. */
  zone: string;
  isZoneForced?: boolean;
  /** UTC epoch milliseconds. */
  now: number;
  signal?: AbortSignal | undefined;
};

/** Redirects are not counted. */
export const MOST_REQUESTS = 8;
const MOST_FOUND = 4;
/** For all requests of one search: what is found is still read before the waiting client's connection is cut off. */
const MOST_MS = 20_000;

/**
 * The feeds, calendars and pages with events or news behind anything that someone typed: a page, a feed, a `webcal:`
 * address, or a host without a scheme. Sends at most eight requests, one after the other, and none to guessed addresses
 * once something is found. Never throws, except the reason of `signal`.
 */
export async function findFeeds(context: FindContext, typed: string): Promise<Finding> {
  const addresses = addressesOf(typed);
  if (addresses.length === 0)
    return {
      ...{ found: [], isUnread: false },
      problem: 'Enter the address of a page or feed, such as library.org/events.',
    };
  const search = new Search(context);
  await search.visitTyped(addresses);
  await search.visitLeads();
  await search.visitGuesses();
  context.signal?.throwIfAborted();
  return search.finding();
}

class Search {
  readonly #context: FindContext;
  readonly #deadline: AbortSignal;
  /** Each address that was requested, and whether it is a source. */
  readonly #visited = new Map<string, boolean>();
  readonly #found: FoundFeed[] = [];
  readonly #leads: string[][] = [];
  #requests = 0;
  #home: string | undefined;
  #problem: string | undefined;
  #isUnread = false;

  constructor(context: FindContext) {
    this.#context = context;
    const late = AbortSignal.timeout(MOST_MS);
    this.#deadline = context.signal ? AbortSignal.any([context.signal, late]) : late;
  }

  /** The feeds that the address names are tried before it. */
  async visitTyped(addresses: string[]): Promise<void> {
    const [first = ''] = addresses;
    for (const named of feedsOfAddress(first)) await this.#requestContext(named, false);
    for (const address of addresses) {
      if (this.#found.length > 0 || this.#home) return;
      await this.#requestContext(address, true);
    }
  }

  /** Pages that are visited on the way add to them. */
  async visitLeads(): Promise<void> {
    for (const alternatives of this.#leads)
      for (const address of alternatives) if (await this.#requestContext(address, false)) break;
  }

  async visitGuesses(): Promise<void> {
    for (const guess of this.#home ? guessedFeeds(this.#home) : [])
      if (this.#found.length === 0) await this.#requestContext(guess, false);
  }

  /** Whether there is a source. Of a page that nobody typed only the links count. */
  async #requestContext(address: string, isTyped: boolean): Promise<boolean> {
    const known = this.#visited.get(address);
    if (known !== undefined || this.#isOver()) return known ?? false;
    this.#requests++;
    this.#visited.set(address, false);
    const document = await this.#load(address, isTyped);
    if (!document) return false;
    const { zone, isZoneForced, now } = this.#context;
    const source = await readSource({ ...document, zone, isZoneForced, now });
    const isPage = source.format === 'html' || source.format === 'opml';
    if (isPage && (isTyped || this.#found.length === 0))
      this.#leads.push(...feedsOfPage(source, document.address));
    if (isTyped) {
      if (source.format === 'html') this.#home = document.address;
      this.#problem = source.error ?? undefined;
      this.#isUnread = false;
    }
    const isSource = source.error === null && (!isPage || isTyped);
    if (isSource) this.#keep({ address: document.address, source });
    this.#visited.set(address, isSource).set(document.address, isSource);
    return isSource;
  }

  /** Sites offer the same items in several formats: one is enough. */
  #keep(feed: FoundFeed): void {
    const beginning = beginningOf(feed.source);
    const isKnown = this.#found.some(
      ({ address, source }) =>
        address === feed.address || (beginning !== '[]' && beginningOf(source) === beginning),
    );
    if (!isKnown) this.#found.push(feed);
  }

  async #load(address: string, isTyped: boolean): Promise<FetchedDocument | undefined> {
    try {
      return await fetchDocument(this.#context.outbound, address, this.#deadline);
    } catch (error) {
      if (!(error instanceof SourceError) && !this.#deadline.aborted) throw error;
      const reason = error instanceof SourceError ? error.message : 'The server took too long to respond';
      if (isTyped) {
        this.#problem = reason;
        this.#isUnread = !isRejection(error);
      }
      return undefined;
    }
  }

  #isOver(): boolean {
    return this.#requests >= MOST_REQUESTS || this.#found.length >= MOST_FOUND || this.#deadline.aborted;
  }

  /** A page can change its look, a feed is meant for programs: pages come last, and empty feeds before them. */
  finding(): Finding {
    const rankOf = ({ source }: FoundFeed) =>
      (source.format === 'html' ? 1 : 0) +
      (source.items.length === 0 && source.occurrences.length === 0 ? 2 : 0);
    const found = this.#found.toSorted((one, other) => rankOf(one) - rankOf(other));
    return {
      found,
      problem: found.length > 0 ? null : (this.#problem ?? 'We found no feed or calendar there.'),
      isUnread: found.length === 0 && this.#isUnread,
    };
  }
}

function isRejection(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  return cause instanceof OutboundError && cause.reason === 'refused';
}

function beginningOf({ items }: ParsedSource): string {
  return JSON.stringify(items.slice(0, 5).map(({ title, link }) => link ?? title));
}

/** What to try for what was typed, in order; empty if it can't be an address. */
function addressesOf(typed: string): string[] {
  const text = typed.trim();
  const bare = text.replace(/^feed:(?=https?:)/i, '').replace(/^(webcals?|feed):(\/\/)?/i, '');
  if (/^https?:\/\//i.test(bare)) return [bare].filter(isAddress);
  // A scheme that is not fetched; `host:8080` is none.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(bare) || !/^(\[|[^\s/?#]+[.:][^\s/?#]+)/.test(bare)) return [];
  return [`https://${bare}`, `http://${bare}`].filter(isAddress);
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}
