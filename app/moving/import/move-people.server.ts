/** Imports people in batches. */

import type { FoundSubscriber, FoundUser } from '#app/moving/formats/found.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { completeUser, moveUser, takenOf } from './move-account.server.ts';
import { moveSubscriber } from './move-subscriber.server.ts';
import { changeTaken, findMoved, keyOf, type MovedItem, recordMoved } from './moved-items.server.ts';
import { type Outcome, personKeyOf } from './person.ts';
import { HOLD_MS, MOVE_IN_LOCK, type Run } from './run.ts';

/** Imports accounts: those of the files, put together by their keys. */
export function moveUsers(run: Run, users: FoundUser[]): Promise<void> {
  return moveAll(run, users, moveUser);
}

export function moveSubscribers(run: Run, subscribers: FoundSubscriber[]): Promise<void> {
  return moveAll(run, subscribers, moveSubscriber);
}

type Person = FoundUser | FoundSubscriber;

async function moveAll<One extends Person>(
  run: Run,
  people: One[],
  move: (run: Run, one: One) => Promise<Outcome>,
): Promise<void> {
  for (const { kind } of people) run.tally.count('found', kind);
  // Before the transactions, which may run twice.
  const isFirst = (one: One) => run.scratch.note({ ...one, key: personKeyOf(one.key) }, '') === undefined;
  const first: One[] = [];
  for (const one of people) {
    if (isFirst(one)) first.push(one);
    else settle(run.tally, one, SKIPPED);
  }
  for (let rest = first; rest.length > 0; ) {
    const step = (db: WriteDb) => moveSome({ ...run, db }, rest, move);
    const { done, settle } = await inTransaction(run.db, step);
    settle();
    rest = rest.slice(done);
  }
}

/** As many as fit into one transaction; `settle` counts them once it has ended well. */
async function moveSome<One extends Person>(
  run: Run,
  people: One[],
  move: (run: Run, one: One) => Promise<Outcome>,
): Promise<{ done: number; settle: () => void }> {
  const { db, tally, isDry, moveIn, now } = run;
  if (!isDry) await lockName(db, MOVE_IN_LOCK);
  const [{ kind } = { kind: 'users' as const }] = people;
  const keys = people.map(({ origin, key }) => ({ origin, key: personKeyOf(key) }));
  const known = await findMoved(db, kind, keys);
  const settled: (() => void)[] = [];
  const start = performance.now();
  let done = 0;
  for (const one of people) {
    if (done > 0 && performance.now() - start > HOLD_MS) break;
    const key = { origin: one.origin, key: personKeyOf(one.key) };
    done++;
    const before = known.get(keyOf(key));
    const outcome = before ? await again(run, one, before) : await move(run, one);
    settled.push(() => settle(tally, one, outcome));
    if (isDry || outcome.column === 'refused') continue;
    if (before && outcome.column === 'moved') await changeTaken(db, { ...key, kind }, 'both');
    if (before) continue;
    const takenHash = one.kind === 'users' ? takenOf(one) : null;
    await recordMoved(db, [{ ...key, kind, itemId: outcome.itemId, tag: null, takenHash, moveIn }], now);
  }
  return {
    done,
    settle() {
      for (const each of settled) each();
    },
  };
}

/** An account and its profile may be in files that are imported one after the other. */
function again(run: Run, one: Person, { itemId, takenHash }: MovedItem): Promise<Outcome> | Outcome {
  return one.kind === 'users' && itemId !== null
    ? completeUser(run, one, { userId: itemId, taken: takenHash })
    : SKIPPED;
}

const SKIPPED: Outcome = { column: 'skipped', itemId: null, doubts: [], facts: [] };

function settle(tally: Run['tally'], person: Person, { column, doubts, facts }: Outcome): void {
  const { kind, place, email } = person;
  tally.count(column, kind);
  for (const fact of facts) tally.facts[fact]++;
  for (const doubt of doubts) tally.note({ place, title: email, ...doubt });
}
