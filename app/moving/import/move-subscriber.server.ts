/** Imports subscribers with their consent, and those who are off the list. Sends no email. */

import type { FoundSubscriber } from '#app/moving/formats/found.ts';
import { insertSubscribers, newRow } from '#app/newsletter/subscribers/subscriber-rows.server.ts';
import {
  addSubscriber,
  findSubscriber,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { BAD_EMAIL, type Fact, type Outcome } from './person.ts';
import type { Run } from './run.ts';

/** Adds a person who is not on the list. In the caller's transaction. */
export async function moveSubscriber(run: Run, one: FoundSubscriber): Promise<Outcome> {
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
