/** Runs in a thread of its own, with little memory and a deadline: anyone can send an email to the mailbox. */
import { parseTip } from './parse-tip.server.ts';
import type { ReadTip, TipReading } from './tip.ts';

export default async function parse(reading: TipReading): Promise<ReadTip> {
  // What the parser throws is about this email: too deeply nested, or too many headers.
  return parseTip(reading).catch(() => ({ ignored: 'broken' }));
}
