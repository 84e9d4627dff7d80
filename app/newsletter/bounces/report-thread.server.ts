/** Runs in a thread of its own, with little memory and a deadline: anyone can send an email to the mailbox. */
import { parseReport } from './parse-report.ts';
import type { Report } from './report.ts';

export default async function parse(raw: Uint8Array): Promise<Report> {
  // What the parser throws is about this email: too deeply nested, or too many headers.
  return parseReport(raw).catch(() => ({ kind: 'none' }));
}
