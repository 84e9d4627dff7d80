/**
 * Writes of this process, one after the other. Those that wait while another is being committed join one transaction,
 * each within its own savepoint: the disk is waited for once, and each is acknowledged only after that. Either the
 * whole group is saved or, when the disk fails, none, and each gets an error.
 */
import type { Answer } from './sqlite-statements.server.ts';
import { WRITE_WAIT_MS, WriteLine } from './sqlite-write-line.ts';
import type { SqliteWriter, WriterError } from './sqlite-writer.server.ts';

/** How many writes, and until how long after the first, can join a group. */
const MOST_JOINED = 32;
const JOINING_MS = 20;

const SQLITE_IOERR = 10;

type Finished = { resolve: () => void; reject: (error: unknown) => void };

export class WriteGroup {
  #writer: SqliteWriter;
  #isUpgrading: () => boolean;
  #line = new WriteLine();
  /** When the thread's open transaction began. */
  #begunAt: number | undefined;
  /** The writes in it that are waiting to be committed. */
  #finished: Finished[] = [];

  /** `isUpgrading`: whether an upgrade may have the database, and waiting for it is in vain. */
  constructor(writer: SqliteWriter, isUpgrading: () => boolean = () => false) {
    this.#writer = writer;
    this.#isUpgrading = isUpgrading;
  }

  /** Waits for its turn and begins a transaction. Rejects as WriteLine does, and when the file stays busy. */
  async begin(): Promise<WriteTransaction> {
    const waitedMs = await this.#line.enter();
    const joins = this.#begunAt !== undefined;
    try {
      await (joins ? this.run('savepoint joined', []) : this.#begin(waitedMs));
    } catch (error) {
      this.#leave();
      throw error;
    }
    return new WriteTransaction(this, joins);
  }

  /** One statement that changes rows. It is durable when this resolves. */
  async change(sql: string, parameters: readonly unknown[]): Promise<Answer | undefined> {
    const waitedMs = await this.#line.enter();
    let durable: Promise<void> | undefined;
    try {
      if (this.#begunAt === undefined && this.#line.waiting === 0)
        return await this.#runAlone(sql, parameters, waitedMs);
      if (this.#begunAt === undefined) {
        await this.#begin(waitedMs);
      }
      const answer = await this.run(sql, parameters);
      durable = this.finish();
      return await durable.then(() => answer);
    } finally {
      if (!durable) this.#leave();
    }
  }

  /** One statement of any kind, outside of every transaction. */
  async runAlone(sql: string, parameters: readonly unknown[]): Promise<Answer | undefined> {
    const waitedMs = await this.#line.enter();
    try {
      if (this.#begunAt !== undefined) this.#end('commit');
      // A checkpoint that meets a reader reports it in its row instead of blocking all writers.
      const waitsForNobody = sql.startsWith('pragma wal_checkpoint');
      return await this.#runAlone(sql, parameters, waitsForNobody ? WRITE_WAIT_MS : waitedMs);
    } finally {
      this.#leave();
    }
  }

  /**
   * One statement in the caller's turn, within the open transaction unless stated otherwise. An error that ends the
   * transaction fails everything that waits to be committed.
   */
  async run(
    sql: string,
    parameters: readonly unknown[],
    { within = true, waitedMs = 0 } = {},
  ): Promise<Answer | undefined> {
    try {
      return await this.#writer.run(
        { sql, parameters },
        { within, busyMs: this.#isUpgrading() ? 0 : restOf(waitedMs) },
      );
    } catch (error) {
      if ((error as WriterError).inTransaction === false) this.#lose(error);
      throw error;
    }
  }

  /** Refuses further work, and resolves when all earlier work is done. */
  close(): Promise<void> {
    return this.#line.close();
  }

  /** The turn's work is done: gives the turn to the next, and resolves when the work is durable. */
  finish(): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => this.#finished.push({ resolve, reject }));
    this.#leave();
    return durable;
  }

  /** The turn's work was undone or lost: gives the turn to the next. */
  leave(): void {
    this.#leave();
  }

  /** Rolls back the whole transaction, which is the turn's own: no one else has finished anything in it. */
  undo(): void {
    if (this.#begunAt !== undefined) this.#end('rollback');
    this.#leave();
  }

  /** The same when the turn's work could not be separated from what others did before it. */
  undoAll(error: unknown): void {
    for (const { reject } of this.#finished.splice(0)) reject(error);
    this.undo();
  }

  async #begin(waitedMs: number): Promise<void> {
    await this.run('begin immediate', [], { within: false, waitedMs });
    this.#begunAt = performance.now();
  }

  async #runAlone(
    sql: string,
    parameters: readonly unknown[],
    waitedMs: number,
  ): Promise<Answer | undefined> {
    return this.run(sql, parameters, { within: false, waitedMs }).catch((error: WriterError) => {
      throw markUnknown(error);
    });
  }

  #leave(): void {
    const mayJoin = this.#line.waiting > 0 && this.#finished.length < MOST_JOINED && this.#ageMs < JOINING_MS;
    if (this.#begunAt !== undefined && !mayJoin) this.#end(this.#finished.length > 0 ? 'commit' : 'rollback');
    this.#line.leave();
  }

  get #ageMs(): number {
    return performance.now() - (this.#begunAt ?? Number.POSITIVE_INFINITY);
  }

  /** The thread works in order, so the next turn can send its work at once. */
  #end(how: 'commit' | 'rollback'): void {
    const finished = this.#finished.splice(0);
    this.#begunAt = undefined;
    this.#writer.run({ sql: how, parameters: [] }, { within: true, busyMs: WRITE_WAIT_MS }).then(
      () => {
        for (const { resolve } of finished) resolve();
      },
      (error: WriterError) => {
        for (const { reject } of finished) reject(markUnknown(error));
      },
    );
  }

  #lose(error: unknown): void {
    this.#begunAt = undefined;
    for (const { reject } of this.#finished.splice(0)) reject(error);
  }
}

/** One transaction of a writer, which has the turn until it commits or rolls back. */
export class WriteTransaction {
  #group: WriteGroup;
  #joined: boolean;
  #state: 'open' | 'lost' | 'ended' = 'open';

  constructor(group: WriteGroup, joined: boolean) {
    this.#group = group;
    this.#joined = joined;
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Answer | undefined> {
    // A statement after that would be its own transaction, and be saved.
    if (this.#state !== 'open') throw new Error('this transaction has ended');
    try {
      return await this.#group.run(sql, parameters);
    } catch (error) {
      if ((error as WriterError).inTransaction === false) this.#state = 'lost';
      throw error;
    }
  }

  /**
   * Resolves when all its work is durable. When this rejects, none of it is, or the outcome is unknown (`isUnknown`).
   */
  async commit(): Promise<void> {
    if (this.#joined) await this.run('release joined', []);
    if (this.#state !== 'open') throw new Error('this transaction has ended');
    this.#state = 'ended';
    await this.#group.finish();
  }

  /** Undoes all its work. Does nothing if it has already ended. */
  async rollback(): Promise<void> {
    const state = this.#state;
    if (state === 'ended') return;
    this.#state = 'ended';
    if (state === 'lost') return this.#group.leave();
    if (!this.#joined) return this.#group.undo();
    try {
      await this.#group.run('rollback to joined', []);
      await this.#group.run('release joined', []);
      this.#group.leave();
    } catch (error) {
      this.#group.undoAll(error);
      throw error;
    }
  }
}

/** In steps, so that the thread seldom has to change its setting. */
function restOf(waitedMs: number): number {
  return Math.max(0, Math.ceil((WRITE_WAIT_MS - waitedMs) / 100) * 100);
}

/** When the disk fails during a commit, it is unknown whether the change was saved. */
function markUnknown(error: WriterError): WriterError {
  return ((error.errcode ?? 0) & 0xff) === SQLITE_IOERR ? Object.assign(error, { isUnknown: true }) : error;
}
