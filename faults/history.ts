/** A client that writes, and remembers the site's response for each item (I1). */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../tests/until.ts';
import { NotSent, type Reply } from './ask.ts';
import type { Subject } from './subject.ts';

const COLLECTION = 'articles';
const ABSENT = '';
/** A response that no code of this site produces. */
const FOREIGN = /node:internal|\bat \S+ \(\S+:\d+:\d+\)|SQLITE_|ERR_[A-Z]+|<title>Error|undefined is not/;

type Fate = 'ok' | 'fail' | 'unknown';

/** The versions that an item may have now, '' for its absence; more than one after an unknown outcome. */
type Item = { possible: Set<string>; isClosed: boolean };

export type HistoryOptions = { lanes?: number; pauseMs?: number };

/** Writes until it is stopped: creates items, changes them, deletes some. Each lane has its own items. */
export class History {
  readonly #subject: Subject;
  readonly #pauseMs: number;
  readonly #items = new Map<string, Item>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  #lanes: Promise<void>[] = [];
  #isOver = false;
  readonly fates = { ok: 0, fail: 0, unknown: 0 };
  /** When the last acknowledged write was acknowledged, and when the newest of them was sent: `performance.now()`. */
  lastOkAt = 0;
  lastOkSentAt = 0;
  /** Foreign responses, and items that were gone (I5, I1). */
  readonly strange: string[] = [];
  /** How long acknowledged writes took, in milliseconds. */
  readonly writesMs: number[] = [];

  /** Each lane waits for `pauseMs` after a write. */
  constructor(subject: Subject, pauseMs = 4) {
    this.#subject = subject;
    this.#pauseMs = pauseMs;
  }

  get size(): number {
    return this.#items.size;
  }

  start({ lanes = 4, pauseMs = this.#pauseMs }: HistoryOptions = {}): void {
    this.#isOver = false;
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#write(lane, pauseMs));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** One write outside the lanes; whether it was acknowledged. */
  async writeOnce(): Promise<boolean> {
    return (await this.#operate(`once-${randomBytes(6).toString('hex')}`, 'PUT')) === 'ok';
  }

  /** Compares every item with what the site shows now. Returns the problems as text. */
  async compare(): Promise<string[]> {
    const problems: string[] = [];
    const left = [...this.#items];
    const compareSome = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [id, { possible }] = next;
        const found = versionOf(await this.#read(id));
        if (!possible.has(found))
          problems.push(
            `${id} is ${found || 'absent'} and was to be ${[...possible].map((v) => v || 'absent').join(' or ')}`,
          );
      }
    };
    await Promise.all(Array.from({ length: 8 }, compareSome));
    return problems;
  }

  /** A site on a busy machine may ask to retry; that says nothing about the item. */
  async #read(id: string): Promise<Reply> {
    const read = async () => {
      const reply = await this.#subject.call('GET', `${COLLECTION}/${id}`, undefined, { agent: this.#agent });
      return reply.status === 503 ? undefined : reply;
    };
    return (await until(`${id} is read`, read)).value;
  }

  async #write(lane: number, pauseMs: number): Promise<void> {
    const mine: string[] = [];
    while (!this.#isOver) {
      const known = mine[Math.floor(Math.random() * mine.length)];
      const chance = Math.random();
      if (known === undefined || chance < 0.5) {
        const id = `lane${lane}-${randomBytes(6).toString('hex')}`;
        mine.push(id);
        await this.#operate(id, 'PUT');
      } else await this.#operate(known, chance < 0.6 ? 'DELETE' : chance < 0.8 ? 'PUT' : 'PATCH');
      await wait(pauseMs);
    }
  }

  async #operate(id: string, method: 'PUT' | 'PATCH' | 'DELETE'): Promise<Fate> {
    const item = this.#items.get(id) ?? { possible: new Set([ABSENT]), isClosed: false };
    this.#items.set(id, item);
    if (item.isClosed) return 'fail';
    const isThere = !item.possible.has(ABSENT);
    const verb = isThere ? method : 'PUT';
    const version = verb === 'DELETE' ? ABSENT : randomBytes(8).toString('hex');
    const sentAt = performance.now();
    const fate = await this.#send(id, verb, version);
    this.fates[fate]++;
    if (fate === 'ok') {
      item.possible = new Set([version]);
      this.lastOkAt = performance.now();
      this.lastOkSentAt = Math.max(this.lastOkSentAt, sentAt);
    }
    // A request in flight may arrive later: the item is not used any more.
    if (fate === 'unknown') {
      item.possible.add(version);
      item.isClosed = true;
    }
    return fate;
  }

  async #send(id: string, method: string, version: string): Promise<Fate> {
    const began = performance.now();
    try {
      const body = method === 'DELETE' ? undefined : contentOf(version);
      const reply = await this.#subject.call(method, `${COLLECTION}/${id}`, body, { agent: this.#agent });
      const fate = this.#judge(`${method} ${id}`, reply);
      if (fate === 'ok') this.writesMs.push(performance.now() - began);
      return fate;
    } catch (error) {
      return error instanceof NotSent ? 'fail' : 'unknown';
    }
  }

  #judge(what: string, { status, body }: Reply): Fate {
    if (FOREIGN.test(body)) this.strange.push(`${what}: ${status} tells what is inside`);
    if (status >= 200 && status < 300) return 'ok';
    if (status === 503 || status === 507 || status === 429) return /unknown/i.test(body) ? 'unknown' : 'fail';
    this.strange.push(`${what}: ${status} ${body.slice(0, 120)}`);
    return status >= 500 ? 'unknown' : 'fail';
  }
}

/** Every field contains the version, so a mixture would show. */
function contentOf(version: string): Record<string, string> {
  return {
    title: `Version ${version}`,
    link: `https://example.org/${version}`,
    pubDate: '2026-11-20T14:00:00.000Z',
    description: `<p>${version}</p>${'<p>The mill pond is frozen.</p>'.repeat(20)}`,
    sourceId: version,
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/ledger',
  };
}

function versionOf({ status, body }: Reply): string {
  if (status === 404) return ABSENT;
  if (status !== 200) return `a ${status}`;
  const item = JSON.parse(body) as Record<string, string>;
  const versions = [
    item.title?.slice('Version '.length),
    item.link?.slice('https://example.org/'.length),
    /<p>(.*?)<\/p>/.exec(item.description ?? '')?.[1],
    item.sourceId,
  ];
  return new Set(versions).size === 1 ? (versions[0] ?? '') : `a mixture of ${versions.join(', ')}`;
}
