/**
 * Sends an issue of the town in a folder to many subscribers, in this process as a site does it; or, as `bare`, one of
 * its emails as often, over as many connections, without a database: what the mail server can take.
 */
import { generateKeyPairSync } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildIssue, findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { fillRecipients } from '#app/newsletter/sending/fill-recipients.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import { openIssueEmails } from '#app/newsletter/sending/issue-emails.server.ts';
import { countRecipients } from '#app/newsletter/sending/recipient-store.server.ts';
import { sendIssues } from '#app/newsletter/sending/send-issues.server.ts';
import { transportOf } from '#app/newsletter/sending/transport.server.ts';
import { openSmtp } from '#app/platform/mail/mailer.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { people, saveFastPlan, seedSubscribers } from '../tests/seed-newsletter.ts';

/** `fill` are the seconds until each recipient had a row; `most` in ms; memory in MB, after the first tenth and at the end. */
export type NewsletterFigures = {
  seconds: number;
  sent: number;
  bytes: number;
  fill: number;
  most: number;
  early: number;
  late: number;
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const LINES = 10;
const DOMAINS = 50;
const [dataFolder = '', smtpUrl = '', count = '1000', how = 'issue'] = process.argv.slice(2);
process.on('disconnect', () => process.exit(0));
const now = Date.now();
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkim = {
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  selector: 'bench',
};
const settings = { url: 'https://maple.example', mailFrom: undefined, dkim, smtpUrl, dataFolder };
const never = new AbortController().signal;

const database = openDatabase({ dataFolder });
const { write } = database;
const town = await findTown(write);
await saveFastPlan(write);
await seedSubscribers(write, people(Number(count), DOMAINS));
const { issue } = await buildIssue(write, { town, now }, { by: null, audience: 'everyone' });
await startSending(write, { town, now }, issue.id);
const kept = await findIssue(write, issue.id);
if (!kept?.edition) throw new Error('The issue is empty');
const edition = kept.edition;
const compose = openIssueEmails({
  issue: { ...kept, edition },
  plan: await findNewsletterPlan(write),
  settings,
  title: town.title,
});
const facts = { to: 'june@example.org', tag: 'a'.repeat(24), token: 'b'.repeat(22), now };
const one = await compose({ ...facts, topics: ['stories', 'events', 'polls'] });
process.send?.(how === 'bare' ? await sendBare() : await sendAll());
await database.close();
process.disconnect?.();

async function sendAll(): Promise<NewsletterFigures> {
  const fillAt = performance.now();
  await fillRecipients(write, { ...kept, edition } as never, { now, signal: never });
  const startedAt = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let done = 0;
  let early = 0;
  const openLine = transportOf(settings);
  await sendIssues({
    db: write,
    settings,
    title: town.title,
    openLine: async (signal) => {
      const line = await openLine(signal);
      return {
        ...line,
        async send(...args) {
          if (++done === Math.ceil(Number(count) / 10)) early = memory();
          return line.send(...args);
        },
      };
    },
    now: Date.now,
    signal: never,
    report: () => undefined,
  });
  delay.disable();
  const seconds = (performance.now() - startedAt) / 1000;
  const { sent } = await countRecipients(write, issue.id);
  const fill = (startedAt - fillAt) / 1000;
  return { seconds, sent, bytes: one.raw.length, fill, most: delay.max / 1e6, early, late: memory() };
}

async function sendBare(): Promise<NewsletterFigures> {
  const startedAt = performance.now();
  let left = Number(count);
  const lines = Array.from({ length: LINES }, async () => {
    const connection = await openSmtp({ smtpUrl, siteUrl: settings.url }, never);
    while (left-- > 0) await connection.send(one, never);
    connection.close();
  });
  await Promise.all(lines);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, sent: Number(count), bytes: one.raw.length, fill: 0, most: 0, early: 0, late: memory() };
}

/** What is in use after everything unused was collected. */
function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
