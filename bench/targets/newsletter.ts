import { once } from 'node:events';
import { openSmtpSink } from '../../tests/smtp-sink.ts';
import type { Bench, Target } from '../bench.ts';
import { collectOutput, startChild } from '../children.ts';
import { figureOf, inTurns } from '../figures.ts';
import type { NewsletterFigures } from '../newsletter-process.ts';
import { siteEnvironment } from '../our-site.ts';
import { atLeast, atMost, row, shareOf } from '../report.ts';

const RECIPIENTS = 2000;
const QUICK_RECIPIENTS = 300;
const LEAST_PER_SECOND = 50;
/** Each email takes two commits and, in the same thread, a signature; the mail server on this machine takes neither. */
const LEAST_SHARE = 10;
const MOST_GROWTH_MB = 10;

/** How fast an issue is sent to a mail server on this machine, next to one email that is sent as often. */
export const newsletter: Target = {
  name: 'newsletter',
  title: 'Sending an issue of the newsletter, each email claimed, composed, signed, sent and marked',
  async run(bench) {
    const count = bench.options.quick ? QUICK_RECIPIENTS : RECIPIENTS;
    await using sink = await openForgetfulSink();
    const send = (how: 'issue' | 'bare') => () => sendOnce(bench, { smtpUrl: sink.url, count, how });
    bench.say(`newsletter: ${count} emails, and the same without a database`);
    const pairs = await inTurns(bench.options.rounds, send('issue'), send('bare'));
    const ours = pairs.map(({ first }) => first.sent / first.seconds);
    const limit = pairs.map(({ second }) => second.sent / second.seconds);
    const shares = shareOf(
      pairs.map(({ first, second }) => ({ ours: first.seconds, limit: second.seconds })),
    );
    const speed = figureOf(ours, 'emails/s', `of ${Math.round((pairs[0]?.first.bytes ?? 0) / 1000)} KB`);
    const growth = figureOf(
      pairs.map(({ first }) => Math.max(0, first.late - first.early)),
      'MB',
    );
    const fill = figureOf(
      pairs.map(({ first }) => first.sent / first.fill),
      'recipients/s',
    );
    const most = figureOf(
      pairs.map(({ first }) => first.most),
      'ms',
    );
    return [
      row(
        'to a mail server on this machine',
        { ours: speed },
        atLeast(speed.median, LEAST_PER_SECOND, `${LEAST_PER_SECOND} emails/s`),
      ),
      row(
        'next to what the mail server takes',
        { ours: speed, limit: figureOf(limit, 'emails/s'), ratio: shares },
        atLeast(shares.median, LEAST_SHARE, `${LEAST_SHARE} %`),
      ),
      row(
        'memory in use, after all emails more than after a tenth',
        { ours: growth },
        atMost(growth.median, MOST_GROWTH_MB, `${MOST_GROWTH_MB} MB`),
      ),
      row('creating the row of each recipient', { ours: fill }),
      row('the event loop’s longest delay, with what else runs on the machine', { ours: most }),
    ];
  },
};

/** A mail server that keeps nothing. */
function openForgetfulSink() {
  const received = Object.assign([], { push: () => 0 });
  return openSmtpSink({ received });
}

type Sending = { smtpUrl: string; count: number; how: 'issue' | 'bare' };

async function sendOnce(
  { town, environment }: Bench,
  { smtpUrl, count, how }: Sending,
): Promise<NewsletterFigures> {
  const dataFolder = town.copyFolder();
  const args = [dataFolder, smtpUrl, `${count}`, how];
  const child = startChild(
    'bench/newsletter-process.ts',
    args,
    siteEnvironment(environment, { dataFolder, port: 0 }),
  );
  const output = collectOutput(child);
  const ended = once(child, 'exit');
  const figures = await Promise.race([
    once(child, 'message').then(([message]) => message as NewsletterFigures),
    ended.then(() => {
      throw new Error(`The newsletter was not sent:\n${output()}`);
    }),
  ]);
  await ended;
  if (figures.sent !== count) throw new Error(`Only ${figures.sent} emails were sent`);
  return figures;
}
