/** Imports people in batches. */
import type { FoundSubscriber, FoundUser } from '#app/moving/formats/format.ts';
import { insertSubscribers, newRow } from '#app/newsletter/subscribers/subscriber-rows.server.ts';
import {
  addSubscriber,
  findSubscriber,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import {
  BAD_EMAIL,
  completeUser,
  type Fact,
  moveUser,
  type Outcome,
  personKeyOf,
  takenOf,
} from './move-account.server.ts';
import { changeTaken, findMoved, keyOf, type MovedItem, recordMoved } from './moved-items.server.ts';
import { HOLD_MS, MOVE_IN_LOCK, type Run } from './run.server.ts';

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

/** Adds a person who is not on the list. In the caller's transaction. */
async function moveSubscriber(run: Run, one: FoundSubscriber): Promise<Outcome> {
  const { db, now, isDry } = run;
  const address = parseEmailAddress(one.email);
  const refused = one.doubts.filter(({ verdict }) => verdict === 'refused');
  if (!address || refused.length > 0) {
    const doubts = refused.length > 0 ? one.doubts : [BAD_EMAIL, ...one.doubts];
    return { column: 'refused', itemId: null, doubts, facts: [] };
  }
  const { doubts } = one;
  const known = await findSubscriber(db, { email: address });
  if (known && known.state !== 'waiting') {
    const isOff = known.state !== 'active' && one.state === 'active';
    return { column: 'skipped', itemId: null, doubts, facts: isOff ? ['suppressed'] : [] };
  }
  const facts: Fact[] = one.state === 'active' ? ['optedIn'] : ['suppressed'];
  if (isDry) return { column: 'moved', itemId: null, doubts, facts };
  const consent = { source: one.consent.source, at: Math.min(one.consent.at, now) };
  if (one.state === 'active') {
    const added = await addSubscriber(db, { email: address, consent }, now);
    return { column: 'moved', itemId: known ? null : (added.id ?? null), doubts, facts };
  }
  const id = known?.id ?? (await addWaiting(db, address, consent, now));
  // By an update, so that the journal of opt-outs has it, too.
  if (id) await setState(db, id, one.state, 'import', now);
  return { column: 'moved', itemId: known ? null : (id ?? null), doubts, facts };
}

async function addWaiting(
  db: WriteDb,
  address: string,
  consent: { source: string; at: number },
  now: number,
): Promise<string | undefined> {
  const row = await newRow({ address, state: 'waiting', consent }, now);
  const [id] = await insertSubscribers(db, [row], now);
  return id;
}
