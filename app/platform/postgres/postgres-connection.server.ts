import type { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseUnavailable, UnknownOutcome } from '#app/platform/database/database-error.ts';

/** Which history a server writes: a promoted standby begins a new timeline. Undefined if the user may not read it. */
export type Identity = { system: string; timeline: number } | undefined;

/**
 * What happened to a connection, and since when (by the stopwatch) it got no response. With `server`, all other
 * connections to the same server are suspect, too.
 */
export type Loss = { scope: 'connection' | 'server'; error: Error; since: number };

export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'> & { command: string };

/** Requirements: time limits. */
const STATEMENT_MS = 3000;
export const TIME_LIMITS = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 10_000,
};
const BEGIN_WITH_LIMITS = Object.entries(TIME_LIMITS)
  .map(([name, ms]) => `; set local ${name} = ${ms}`)
  .join('');

/** The table that a named statement reads has changed since, or the server no longer knows the name. */
function isOutdated({ code, routine }: pg.DatabaseError): boolean {
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

const ENDED = new DatabaseUnavailable('08006', 'PostgreSQL ended the connection');

const END_MS = 1000;
/** A server that has been silent for seconds gets half of the usual timeout. */
const SPENT_MS = 500;
const RECENT_MS = 200;

/**
 * One connection and its state: whether it is in a transaction, how long a response may take, and whether it can be
 * used again. Throws DatabaseUnavailable when the server failed, UnknownOutcome when the outcome is unknown.
 */
export class Connection {
  readonly bornAt = performance.now();
  readonly identity: Identity;
  /** There is a pooler between it and PostgreSQL: the next transaction may use another session. */
  readonly isPooled: boolean;
  /** Increases with each change that this connection committed, or may have committed. */
  onChange: () => void = () => undefined;
  onLoss: (loss: Loss) => void = () => undefined;
  /** Half of a statement's time has passed without a response. */
  onSilence: () => void = () => undefined;
  onNotification: (channel: string) => void = () => undefined;
  /** When PostgreSQL last responded, by the stopwatch; shared by all connections of a pool. */
  lastAnswer = { at: performance.now() };
  #client: pg.Client;
  #socket: Socket;
  #isLost = false;
  #isAsked = false;
  #transaction: { hasChanged: boolean; isLimited: boolean; failure?: Error } | undefined;

  constructor(client: pg.Client, socket: Socket, facts: { identity: Identity; isPooled: boolean }) {
    this.#client = client;
    this.#socket = socket;
    this.identity = facts.identity;
    this.isPooled = facts.isPooled;
    client.on('error', (error) => this.#lose(error, this.#isAsked ? 'server' : scopeOf(error)));
    client.on('end', () => this.#lose(ENDED, this.#isAsked ? 'server' : 'connection'));
    client.on('notification', ({ channel }) => this.onNotification(channel));
  }

  get isUsable(): boolean {
    return !this.#isLost;
  }

  async query(text: string, values: readonly unknown[] = [], limitMs = STATEMENT_MS): Promise<Result> {
    // Closing the connection rolls back what was not committed.
    if (this.#isLost && text === 'rollback') return { command: 'ROLLBACK', rows: [], rowCount: null };
    if (this.#isLost) throw new DatabaseUnavailable('08003', 'the connection to PostgreSQL is lost');
    const mayChange = this.#mayChange(text);
    this.#isAsked = true;
    try {
      const result = await this.#ask(text, values, limitMs);
      this.lastAnswer.at = performance.now();
      this.#note(text);
      if (mayChange === 'now') this.onChange();
      return result;
    } catch (error) {
      throw this.#judge(error as pg.DatabaseError, mayChange);
    } finally {
      this.#isAsked = false;
    }
  }

  /** The server responds, and its response shows that the connection must not be used again. */
  condemn(error: Error): void {
    this.#lose(error);
  }

  /** Closes it without waiting. */
  async end(): Promise<void> {
    this.#isLost = true;
    const cut = setTimeout(() => this.#socket.destroy(), END_MS);
    await this.#client.end().catch(() => undefined);
    clearTimeout(cut);
    this.#socket.destroy();
  }

  async #ask(text: string, values: readonly unknown[], limitMs: number): Promise<Result> {
    if (this.#transaction?.isLimited === false) return this.#send(text, values);
    const asked = performance.now();
    let late: DatabaseUnavailable | undefined;
    // A response in the first half may have been sent before the server failed.
    const isAlive = () => this.lastAnswer.at > asked + limitMs / 2 - RECENT_MS;
    const giveUp = () => {
      late = new DatabaseUnavailable('57014', 'PostgreSQL did not respond in time');
      this.#lose(late, isAlive() ? 'connection' : 'server', performance.now() - SPENT_MS);
      this.#socket.destroy();
    };
    let timer = setTimeout(() => {
      if (!isAlive()) this.onSilence();
      timer = setTimeout(giveUp, limitMs / 2);
    }, limitMs / 2);
    try {
      return await this.#send(text, values);
    } catch (error) {
      throw late ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(text: string, values: readonly unknown[]): Promise<Result> {
    const isBegin = text === 'begin' || text.startsWith('start transaction');
    const sent = isBegin && this.isPooled ? text + BEGIN_WITH_LIMITS : text;
    const name = this.isPooled ? undefined : nameOf(text);
    const config = { text: sent, values: [...values] };
    if (!name) return lastOf(await this.#client.query(config));
    try {
      return lastOf(await this.#client.query({ ...config, name }));
    } catch (error) {
      if (!isOutdated(error as pg.DatabaseError)) throw error;
      // All its prepared statements may be outdated: the next statement is prepared again.
      this.#lose(error as Error, 'connection');
      if (this.#transaction)
        throw new DatabaseUnavailable('40001', 'a table has changed meanwhile', { cause: error });
      return lastOf(await this.#client.query(config));
    }
  }

  /** Whether `text` commits a change: now, at the end of its transaction, or not at all. */
  #mayChange(text: string): 'now' | 'later' | 'never' {
    if (text === 'commit') return this.#transaction?.hasChanged ? 'now' : 'never';
    if (text === 'rollback' || isReading(text)) return 'never';
    return this.#transaction ? 'later' : 'now';
  }

  #note(text: string): void {
    if (text === 'begin' || text.startsWith('start transaction')) {
      this.#transaction = { hasChanged: false, isLimited: true };
    } else if (text === 'commit' || text === 'rollback') this.#transaction = undefined;
    else if (this.#transaction && isLifting(text)) this.#transaction.isLimited = false;
    else if (this.#transaction && !isReading(text)) this.#transaction.hasChanged = true;
  }

  #judge(error: pg.DatabaseError, mayChange: 'now' | 'later' | 'never'): Error {
    const code = error.code ?? '';
    // All statements after the failed one fail as well; only the first error gives the reason.
    if (code === '25P02') return this.#transaction?.failure ?? error;
    if (this.#transaction) this.#transaction.failure ??= error;
    if (code === '25006') this.#lose(error);
    else if (code === '57014' || code === '25P03') this.#lose(error, 'connection');
    else if (/^(08|57P0)/.test(code)) this.#lose(error);
    // A mistake of the caller, or an error after which the connection is still usable.
    else if (!this.#isLost && this.#socket.readable) return error;
    else this.#lose(error, 'server');
    const isCertain = code === '25006' || (code === '57014' && error.severity !== undefined);
    if (mayChange === 'now' && !isCertain) {
      this.onChange();
      return new UnknownOutcome(error);
    }
    return /^[0-9A-Z]{5}$/.test(code)
      ? error
      : new DatabaseUnavailable('08006', error.message, { cause: error });
  }

  #lose(error: Error, scope: Loss['scope'] = scopeOf(error), since = performance.now()): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.onLoss({ scope, error, since });
  }
}

/** Several statements sent as one have several results. */
function lastOf(result: Result | Result[]): Result {
  return Array.isArray(result) ? (result.at(-1) as Result) : result;
}

/** A connection that just ended says nothing about others; a server that is shutting down or read-only does. */
function scopeOf(error: Error & { code?: string }): Loss['scope'] {
  return /^(08|57P0[123]|25006)/.test(error.code ?? '') ? 'server' : 'connection';
}

/** What the text of a statement reveals. There are few texts: all come from the stores. */

const MAX_KNOWN = 400;

type Known = { isReading: boolean; name: string };

const known = new Map<string, Known>();

/** Whether the statement only reads. When in doubt, false. */
function isReading(text: string): boolean {
  return find(text)?.isReading ?? judge(text);
}

/** The name under which a connection keeps a reading statement prepared; undefined where it does not pay. */
function nameOf(text: string): string | undefined {
  const found = find(text);
  return found?.isReading ? found.name : undefined;
}

/** Whether the statement gives the following ones in its transaction more time. */
function isLifting(text: string): boolean {
  return /^(select set_config\('statement_timeout', '0', true\)|set local statement_timeout )/.test(text);
}

function find(text: string): Known | undefined {
  const found = known.get(text);
  if (found || known.size >= MAX_KNOWN) return found;
  const made = { isReading: judge(text), name: `s${known.size}` };
  known.set(text, made);
  return made;
}

function judge(text: string): boolean {
  return /^\s*(select|with|show)\b/i.test(text) && !/\b(insert|update|delete|merge|truncate)\b/i.test(text);
}
