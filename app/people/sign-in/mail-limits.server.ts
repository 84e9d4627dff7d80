import { findHolder } from '#app/people/accounts/user-store.server.ts';
import { mailCapLetter } from '#app/people/addresses/account-letters.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import {
  type AuthContext,
  type Caller,
  networkSubjects,
  signingOf,
} from '#app/people/auth-context.server.ts';
import { findDevice } from '#app/people/sessions/known-device.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import {
  returnTry,
  type Subject,
  siteSubject,
  subjectOf,
  takeTries,
  takeTry,
} from '#app/platform/throttle/throttle.server.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';

/**
 * Counts an email that strangers can trigger, to an address that they choose. Returns how long to wait in milliseconds
 * when there were too many: to the address, from the networks, or on the whole site. A browser that the holder
 * of the address has used before has its own count, which strangers can't use up.
 */
export async function takeMailTries(
  db: WriteDb,
  auth: AuthContext,
  address: string,
  caller: Caller,
): Promise<number> {
  const now = auth.now();
  const holder = await findHolder(db, address);
  const device = holder && findDevice(signingOf(auth), caller.cookie, holder.id);
  const { secret } = auth;
  if (device) {
    const own = (['device-mail-hour', 'device-mail-day'] as const).map((limit) =>
      subjectOf(secret, limit, device),
    );
    return takeTries(db, own, now);
  }
  const subjects = [
    ...networkSubjects(auth, 'mail-network', caller),
    subjectOf(secret, 'mail-hour', address),
    subjectOf(secret, 'mail-day', address),
  ];
  return inTransaction(db, async (transaction) => {
    const waitMs = await takeTries(transaction, subjects, now);
    return waitMs || takeSiteMail(transaction, auth, subjects, caller);
  });
}

/** The site's own limit comes last, so that requests blocked by another limit don't use it up. */
async function takeSiteMail(
  db: WriteDb,
  auth: AuthContext,
  taken: Subject[],
  caller: Caller,
): Promise<number> {
  const subject = { ...siteSubject('site-mail'), most: caller.mailsPerHour };
  const waitMs = await takeTry(db, subject, auth.now());
  if (waitMs === 0) return 0;
  for (const each of taken) await returnTry(db, each);
  await reportCap(db, auth);
  return waitMs;
}

/** The administrator is notified on the Activity page and the Overview once an hour, and by email once a day. */
async function reportCap(db: WriteDb, { settings, now }: AuthContext): Promise<void> {
  const at = now();
  if ((await takeTry(db, siteSubject('site-mail-note'), at)) > 0) return;
  await recordAudit(db, { at, actor: { kind: 'site' }, action: 'emails-capped' });
  if ((await takeTry(db, siteSubject('site-mail-letter'), at)) > 0) return;
  const administrator = await findAdministrator(db, settings);
  if (administrator) await queueMail(db, mailCapLetter(administrator.email, settings.url), at);
}
