import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import type { Report } from './report.ts';

/** What a report means for the subscriber. */
export type Verdict = { kind: 'hard' | 'soft' | 'complaint'; status: string | undefined; reply: string };

/**
 * What the report means for the subscriber with this address. Undefined when the email was delivered, is only delayed,
 * or some of several addresses behind the subscriber's got it.
 */
export function verdictOf(report: Report, address: string): Verdict | undefined {
  if (report.kind === 'none') return undefined;
  if (report.kind === 'complaint') return { kind: 'complaint', status: undefined, reply: report.reply };
  const own = report.recipients.filter(({ addresses }) => addresses.includes(address));
  const concerned = own.length > 0 ? own : report.recipients;
  if (!concerned.every(({ action }) => action === 'failed')) return undefined;
  const judged = concerned.map((facts) => ({ facts, kind: bounceKindOf(facts) }));
  const mildest = judged.find(({ kind }) => kind === 'soft') ?? judged[0];
  return mildest && { kind: mildest.kind, status: mildest.facts.status, reply: mildest.facts.reply };
}
