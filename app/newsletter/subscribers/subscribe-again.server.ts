import type { WriteDb } from '#app/platform/database/handles.ts';
import { findFlag } from './address-flag.server.ts';
import type { Consent } from './subscriber.ts';
import { linkOf } from './subscriber-links.server.ts';
import { saveConsent, setState } from './subscriber-store.server.ts';

/**
 * Makes a subscriber active who waits, unsubscribed, bounced or was erased, because the person has just agreed. `address`
 * is the one that its hash is of.
 */
export async function subscribeAgain(
  db: WriteDb,
  id: string,
  address: string,
  consent: Consent,
  now: number,
): Promise<void> {
  const flag = await findFlag(address);
  await db.updateTable('newsletter_subscriber').set({ address, flag }).where('id', '=', id).execute();
  await saveConsent(db, id, consent);
  await setState(db, id, 'active', null, now);
  await linkOf(db, id, now);
}
