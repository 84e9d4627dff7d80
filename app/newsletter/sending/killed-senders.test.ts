import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { longOnEachDatabase } from '../../../tests/each-database.ts';
import {
  people,
  SENT_AT,
  saveFastPlan,
  seedIssue,
  seedSubscribers,
  sendRound,
} from '../../../tests/seed-newsletter.ts';
import { openSmtpSink } from '../../../tests/smtp-sink.ts';
import { countRecipients } from './recipient-store.server.ts';

const HOUR = 3_600_000;
const RECIPIENTS = 150;
const MOST_LINES = 10;
const script = fileURLToPath(new URL('../../../tests/killed-newsletter.ts', import.meta.url));

const isRefused = (address: string) => Number(address.slice(7, 12)) % 30 === 0;

/** Ends with the signal that killed it, or null. */
async function runSender(args: string[]): Promise<string | null> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  return signal;
}

longOnEachDatabase(
  'R-52 F18 senders that are killed, and a server that drops, refuses and delays, never send twice',
  async (t) => {
    await using sink = await openSmtpSink();
    const { write } = t.database;
    await saveFastPlan(write);
    await seedSubscribers(write, people(RECIPIENTS, 7));
    const issue = await seedIssue(write);
    let turn = 0;
    let dropped = 0;
    sink.script.recipient = (address) => {
      if (isRefused(address)) return 550;
      return ++turn % 20 === 0 ? 451 : undefined;
    };
    sink.script.data = () => {
      if (++turn % 40 !== 0) return undefined;
      dropped++;
      return 'drop';
    };
    const location = JSON.stringify(t.location);
    // Three at once; each is killed at some query, if it gets that far.
    const kills = [180, 300, 420].map((queries) => queries + Math.floor(Math.random() * 100));
    const signals = await Promise.all(
      kills.map((at) => runSender([location, sink.url, String(at), String(SENT_AT)])),
    );
    for (let hour = 1; hour <= 8; hour++)
      await sendRound(write, { smtpUrl: sink.url, now: () => SENT_AT + hour * HOUR });
    const copies = Map.groupBy(
      sink.received.flatMap(({ to }) => to),
      (address) => address,
    );
    expect(Math.max(...[...copies.values()].map(({ length }) => length))).toBe(1);
    const { recipients, sent, refused, unknown, waiting } = await countRecipients(write, issue.id);
    expect({ recipients, waiting, sum: sent + refused + unknown }).toEqual({
      recipients: RECIPIENTS,
      waiting: 0,
      sum: RECIPIENTS,
    });
    const killed = signals.filter((signal) => signal === 'SIGKILL').length;
    expect(killed).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(killed * MOST_LINES + dropped);
    expect([...copies.keys()].filter(isRefused)).toEqual([]);
    // A sender may be killed before it records a refusal.
    expect(refused).toBeLessThanOrEqual(RECIPIENTS / 30);
    expect(sink.received.length).toBeGreaterThanOrEqual(sent);
    expect(sink.received.length).toBeLessThanOrEqual(sent + unknown);
  },
  ['app/platform/mail'],
);
