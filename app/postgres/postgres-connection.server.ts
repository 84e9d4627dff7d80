import type { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseFailure, UnknownOutcome } from '#app/database/failure.ts';
import { isLifting, isReading, nameOf } from './postgres-statements.ts';

/** Which history a server writes: a promoted standby begins a new timeline. Undefined where it may not be asked. */
export type Identity = { system: string; timeline: number } | undefined;

/**
 * What befell a connection, and since when (by the stopwatch) nobody had answered on it: with `server` every other one
 * to the same server is to be doubted as well.
 */
export type Blow = { scope: 'connection' | 'server'; error: Error; since: number };

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

/** The table that a named statement reads from has changed since, or nobody knows the name any more. */
function isOutdated({ code, routine }: pg.DatabaseError): boolean {
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

const ENDED = new DatabaseFailure('08006', 'PostgreSQL ended the connection');

const END_MS = 1000;
/** Half of the patience that a server gets is over for one that has been silent for seconds. */
const SPENT_MS = 500;
const RECENT_MS = 200;

/**
 * One connection with its fate: it knows whether it is in a transaction, how long an answer may take, and whether it
 * may be used again. Throws DatabaseFailure where the server could not, UnknownOutcome where nobody knows.
 */
export class Connection {
  readonly bornAt = performance.now();
  readonly identity: Identity;
  /** Between it and PostgreSQL stands a pooler: the next transaction may be on another session. */
  readonly isPooled: boolean;
  /** Rises with each change that this connection made lasting, or may have. */
  onChange: () => void = () => undefined;
  onBlow: (blow: Blow) => void = () => undefined;
  /** Half the time of a statement is over, and nobody has heard from the server meanwhile. */
  onSilence: () => void = () => undefined;
  onNotification: (channel: string) => void = () => undefined;
  /** When PostgreSQL last answered, by the stopwatch; all connections of a pool share it. */
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
    // What was not committed is undone by the end of its connection.
    if (this.#isLost && text === 'rollback') return { command: 'ROLLBACK', rows: [], rowCount: null };
    if (this.#isLost) throw new DatabaseFailure('08003', 'the connection to PostgreSQL is lost');
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

  /** It answers, and what it says shows that it is not to be used any more. */
  condemn(error: Error): void {
    this.#lose(error);
  }

  /** Ends it without waiting for anybody. */
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
    let late: DatabaseFailure | undefined;
    // What was answered in the first half may have been on its way when the server went.
    const isAlive = () => this.lastAnswer.at > asked + limitMs / 2 - RECENT_MS;
    const giveUp = () => {
      late = new DatabaseFailure('57014', 'PostgreSQL did not answer in time');
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
      // All statements that it keeps may be outdated: the next one to be asked prepares its own.
      this.#lose(error as Error, 'connection');
      if (this.#transaction)
        throw new DatabaseFailure('40001', 'a table has changed meanwhile', { cause: error });
      return lastOf(await this.#client.query(config));
    }
  }

  /** Whether `text` makes a change lasting: now, at the end of its transaction, or not at all. */
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
    // Everything after the statement that failed fails as well; only the first says why.
    if (code === '25P02') return this.#transaction?.failure ?? error;
    if (this.#transaction) this.#transaction.failure ??= error;
    if (code === '25006') this.#lose(error);
    else if (code === '57014' || code === '25P03') this.#lose(error, 'connection');
    else if (/^(08|57P0)/.test(code)) this.#lose(error);
    // A mistake of the caller, or an answer of PostgreSQL that changes nothing between us.
    else if (!this.#isLost && this.#socket.readable) return error;
    else this.#lose(error, 'server');
    const isCertain = code === '25006' || (code === '57014' && error.severity !== undefined);
    if (mayChange === 'now' && !isCertain) {
      this.onChange();
      return new UnknownOutcome(error);
    }
    return /^[0-9A-Z]{5}$/.test(code) ? error : new DatabaseFailure('08006', error.message, { cause: error });
  }

  #lose(error: Error, scope: Blow['scope'] = scopeOf(error), since = performance.now()): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.onBlow({ scope, error, since });
  }
}

/** Several statements sent as one have several results. */
function lastOf(result: Result | Result[]): Result {
  return Array.isArray(result) ? (result.at(-1) as Result) : result;
}

/** A connection that merely ended says nothing about others; a server that shuts down or only reads does. */
function scopeOf(error: Error & { code?: string }): Blow['scope'] {
  return /^(08|57P0[123]|25006)/.test(error.code ?? '') ? 'server' : 'connection';
}
