import { DatabaseUnavailable } from '#app/platform/database/database-error.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Connection } from './postgres-connection.server.ts';

export type PoolOptions = {
  /** Opens a connection that can be used at once; must time out after `timeoutMs`. */
  open: (timeoutMs: number) => Promise<Connection>;
  /** Called for every change that a connection of this pool committed, or may have committed. */
  onChange?: () => void;
  most?: number;
};

/**
 * Connections, each used by one caller at a time. After a fault, a connection is never used again; if the fault was the
 * server's, neither are those that were opened before.
 */
export type Pool = {
  /** Throws DatabaseUnavailable: 53300 when none becomes free in time, otherwise the reason why none can be opened. */
  take: () => Promise<Connection>;
  give: (connection: Connection) => void;
  count: () => { open: number; idle: number; waiting: number };
  /** Closes idle connections and waits briefly for those in use. */
  close: () => Promise<void>;
};

/** Requirements: time limits. Pool 10 per process, age 30 min, connect 5 s, F15: wait 2 s. */
const MOST = 10;
const MAX_AGE_MS = 30 * MINUTE_MS;
/** Other nodes may need the connections that this one doesn't. */
const MAX_IDLE_MS = 10_000;
const CONNECT_MS = 5000;
const WAIT_MS = 2000;
/** How long callers wait once the server doesn't respond: a quick restart is over by then. */
const PATIENCE_MS = 1000;
const PROBE_MS = 2000;
/** Timeout of a statement without a response. */
const SILENCE_MS = 1500;
const PAUSE_MS = 200;
const CLOSE_MS = 5000;

/** Errors that a retry doesn't fix: wrong password, no access, no such database, unknown host, wrong address. */
const LASTING = /^(28|3D|42|ENOTFOUND|EAI_|ERR_)/;

type Waiting = { resolve: (connection: Connection) => void; reject: (error: Error) => void };
type Idle = { connection: Connection; since: number };
type MailFault = { since: number; error: Error };

export function openPool(options: PoolOptions): Pool {
  const { open, onChange = () => undefined, most = MOST } = options;
  const members = new Map<Connection, { generation: number }>();
  const idle: Idle[] = [];
  const waiting = new Set<Waiting>();
  const leaving = new Set<Promise<void>>();
  const lastAnswer = { at: performance.now() };
  let opening = 0;
  let tidying: NodeJS.Timeout | undefined;
  let generation = 0;
  let trouble: MailFault | undefined;
  let closing: (() => void) | undefined;

  function isGood(connection: Connection): boolean {
    const isOld = performance.now() - connection.bornAt > MAX_AGE_MS;
    return connection.isUsable && !isOld && members.get(connection)?.generation === generation;
  }

  function drop(connection: Connection): void {
    if (!members.delete(connection)) return;
    const left = connection.end().finally(() => leaving.delete(left));
    leaving.add(left);
    if (closing && members.size === 0) closing();
  }

  function dropIdle(mayStay: (each: Idle) => boolean): void {
    for (const each of idle.filter((one) => !mayStay(one))) {
      idle.splice(idle.indexOf(each), 1);
      drop(each.connection);
    }
  }

  /** All open connections were opened before the fault, so none is trusted any more. */
  function doubt(error: Error, since: number): void {
    generation++;
    dropIdle(() => false);
    beginTrouble(error, since);
    probe();
  }

  function beginTrouble(error: Error, since = performance.now()): void {
    if (closing) return;
    if (trouble) trouble.error = error;
    else {
      trouble = { since, error };
      setTimeout(rejectImpatient, Math.max(0, since + PATIENCE_MS - performance.now())).unref();
    }
  }

  function rejectImpatient(): void {
    if (!trouble || performance.now() - trouble.since < PATIENCE_MS - 1) return;
    for (const each of [...waiting]) each.reject(trouble.error);
  }

  function start(timeoutMs = trouble ? PROBE_MS : CONNECT_MS): void {
    const startedIn = generation;
    opening++;
    open(timeoutMs).then(
      (connection) => {
        opening--;
        welcome(connection, startedIn);
      },
      (error: Error) => {
        opening--;
        failed(error);
      },
    );
  }

  function welcome(connection: Connection, startedIn: number): void {
    members.set(connection, { generation: startedIn });
    connection.onChange = onChange;
    lastAnswer.at = performance.now();
    connection.lastAnswer = lastAnswer;
    connection.onLoss = ({ scope, error, since }) => {
      dropIdle((each) => each.connection !== connection);
      if (scope === 'server' && members.get(connection)?.generation === generation) doubt(error, since);
    };
    // A new connection shows whether the statement is slow or the server is gone.
    connection.onSilence = () => {
      if (opening === 0 && members.size < most) start(SILENCE_MS);
    };
    if (startedIn === generation) trouble = undefined;
    give(connection);
    probe();
  }

  function failed(error: Error & { code?: string }): void {
    const isAlone = ![...members.values()].some((member) => member.generation === generation);
    if (isAlone) beginTrouble(error);
    if (LASTING.test(error.code ?? '')) for (const each of [...waiting]) each.reject(error);
    setTimeout(() => (trouble ? probe() : grow()), PAUSE_MS).unref();
  }

  /** While there is trouble, attempts to connect continue, one at a time, with a pause after each that failed. */
  function probe(): void {
    if (trouble && opening === 0 && !closing) start();
  }

  /** One attempt at a time while the server doesn't respond. */
  function grow(): void {
    const isRoom = () => members.size + opening < most && !(trouble && opening > 0) && !closing;
    while (opening < waiting.size && isRoom()) start();
  }

  function give(connection: Connection): void {
    if (closing || !isGood(connection)) {
      drop(connection);
      grow();
      return;
    }
    const [next] = waiting;
    if (next) next.resolve(connection);
    else idle.push({ connection, since: performance.now() });
    tidyLater();
  }

  function tidyLater(): void {
    if (tidying || idle.length === 0) return;
    tidying = setTimeout(() => {
      tidying = undefined;
      dropIdle(({ since }) => performance.now() - since < MAX_IDLE_MS);
      tidyLater();
    }, MAX_IDLE_MS);
    tidying.unref();
  }

  function wait(): Promise<Connection> {
    const isFull = members.size + opening >= most;
    const left = trouble ? trouble.since + PATIENCE_MS - performance.now() : isFull ? WAIT_MS : CONNECT_MS;
    return new Promise((resolve, reject) => {
      const done = <Outcome>(settle: (outcome: Outcome) => void) => {
        return (outcome: Outcome) => {
          clearTimeout(timer);
          waiting.delete(entry);
          settle(outcome);
        };
      };
      const entry: Waiting = { resolve: done(resolve), reject: done(reject) };
      const timer = setTimeout(() => entry.reject(trouble?.error ?? noneFree()), Math.max(0, left));
      waiting.add(entry);
      grow();
    });
  }

  return {
    async take() {
      if (closing) throw new DatabaseUnavailable('08003', 'the database is closed');
      for (let last = idle.pop(); last; last = idle.pop()) {
        if (isGood(last.connection)) return last.connection;
        drop(last.connection);
      }
      if (trouble && performance.now() - trouble.since >= PATIENCE_MS) throw trouble.error;
      return wait();
    },
    give,
    count: () => ({ open: members.size, idle: idle.length, waiting: waiting.size }),
    async close() {
      const emptied = new Promise<void>((resolve) => {
        closing = resolve;
        setTimeout(resolve, CLOSE_MS).unref();
      });
      for (const each of [...waiting])
        each.reject(new DatabaseUnavailable('08003', 'the database is closed'));
      clearTimeout(tidying);
      dropIdle(() => false);
      if (members.size > 0) await emptied;
      await Promise.all(leaving);
    },
  };
}

function noneFree(): DatabaseUnavailable {
  return new DatabaseUnavailable('53300', 'no connection to PostgreSQL was free in time');
}
