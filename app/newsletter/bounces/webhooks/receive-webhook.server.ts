import {
  findEmailTo,
  findReportedEmail,
  recordBounce,
} from '#app/newsletter/bounces/record-bounce.server.ts';
import { tagsOfAddresses, tagsOfMessageIds } from '#app/newsletter/bounces/report.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { type Subject, takeTry } from '#app/platform/throttle/throttle.server.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import {
  type CheckContext,
  type Provider,
  type ProviderEvent,
  parseJson,
  type WebhookCall,
} from './provider.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

/** The providers of email whose webhooks are understood, by their names in addresses and settings. */
export const providers: Record<string, Provider> = { mailgun, sendgrid, postmark, ses, resend };

/** `siteHost` is the host in the Message-IDs of the site's emails. */
type Receiving = CheckContext & { db: WriteDb; provider: string; siteHost: string };

/** `recorded` is how many bounces and complaints were new. */
type Received = { kind: 'forged' | 'broken'; recorded?: undefined } | { kind: 'received'; recorded: number };

/**
 * Records the bounces and complaints that a provider reports. A call whose signature is wrong or too old changes
 * nothing (`forged`); one that arrives again doesn't, either. `provider` must be one of `providers`. Rejects when a
 * certificate can't be fetched.
 */
export async function receiveWebhook(receiving: Receiving, call: WebhookCall): Promise<Received> {
  const provider = providers[receiving.provider];
  if (!provider || !receiving.key || !(await provider.isGenuine(call, receiving))) return { kind: 'forged' };
  const body = parseJson(call.body);
  if (body === undefined) return { kind: 'broken' };
  if (await provider.confirm?.(body, receiving)) return { kind: 'received', recorded: 0 };
  const { db, now } = receiving;
  return inTransaction(db, async (transaction) => {
    const once = provider.onceOf?.(body);
    const isAgain = once !== undefined && (await takeTry(transaction, tokenSubject(once), now)) > 0;
    let recorded = 0;
    for (const event of isAgain ? [] : provider.read(body))
      if (await record(transaction, event, receiving)) recorded++;
    return { kind: 'received', recorded };
  });
}

function tokenSubject(token: string): Subject {
  return { limit: 'webhook-token', key: `webhook-token:${token}`, share: 1 };
}

/**
 * Whether it was new. Where the provider does not say which email it was, the last one to the address counts; but not
 * for other emails of the site, such as those about passwords.
 */
async function record(
  db: WriteDb,
  { kind, status, reply, address, messageIds, returnPath = '' }: ProviderEvent,
  { provider: via, now, siteHost }: Receiving,
): Promise<boolean> {
  const tags = [...tagsOfAddresses(returnPath), ...messageIds.flatMap(tagsOfMessageIds)];
  const to = parseEmailAddress(address);
  const isOther = messageIds.some((id) => id.replace(/>$/, '').endsWith(`@${siteHost}`));
  const email =
    (await findReportedEmail(db, { tags, tokens: [] })) ??
    (to && !isOther ? await findEmailTo(db, to, { isComplaint: kind === 'complaint', now }) : undefined);
  if (!email) return false;
  return (await recordBounce(db, { tag: email.tag, kind, status, reply, via }, now)) === 'recorded';
}
