import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';
import { until } from '../tests/until.ts';
import type { Fault } from './fault.ts';
import { ADMIN, type Subject } from './subject.ts';
import { faketimeLibrary } from './tools.ts';
import { runTrial, type Trial, untilWritten } from './trial.ts';

/** Ends of days in New York, where the towns of these trials are: a normal one, and those of 23 and 25 hours. */
const MIDNIGHTS = ['2026-11-21T05:00:00Z', '2027-03-15T04:00:00Z', '2026-11-02T05:00:00Z'];
/** A job runs at this minute of every hour. */
const JOB = { name: 'purge-expired', minute: 41 };

/** The machine's clock jumps, by years and by days, and over the ends of days. */
export const jumpingClock: Fault = {
  id: 'F16',
  name: 'clock jumps',
  needs: ['linux', 'libfaketime'],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject, history, recoveriesMs } = trial;
      const clock = openClock(subject);
      clock.setTo(nextTime(JOB.minute) - 3000);
      const run = await subject.start({ environment: clock.environment });
      history.start({ lanes: 2 });
      await expectOneRun(trial);
      say('a job of the calendar ran once');
      for (const midnight of lean ? MIDNIGHTS.slice(0, 1) : MIDNIGHTS) {
        await expectTodayEnds(trial, clock, Date.parse(midnight));
        say(`${midnight}: today ended with the town's day`);
      }
      clock.setTo(Date.now());
      const cookie = await logIn(subject);
      for (const [name, days] of [
        ['a day back', -1],
        ['ten years ahead', 3652],
        ['back to the present', 0],
      ] as const) {
        clock.setTo(Date.now() + days * DAY_MS);
        recoveriesMs.push(await untilWritten(history));
        if (days <= 0 && !(await isSignedIn(subject, cookie))) trial.complain(`signed out: ${name}`);
        say(name);
      }
      const injected =
        'the clock set a day back and ten years ahead, and over the ends of the town’s days (23, 24, 25 h)';
      return { run, injected, times: lean ? 4 : 6, recoveryLimitMs: 5000 };
    }),
};

type Clock = { environment: Record<string, string>; setTo: (instant: number) => void };

/** The clock that the site sees; durations use one that nobody can set. */
function openClock({ dataFolder }: Subject): Clock {
  const file = join(dataFolder, 'clock');
  return {
    environment: {
      LD_PRELOAD: faketimeLibrary,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'Pacific/Kiritimati',
    },
    setTo(instant) {
      const seconds = (instant - Date.now()) / 1000;
      writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds).toFixed(3)}`);
    },
  };
}

/** The next instant at this many minutes past the hour. */
function nextTime(minute: number): number {
  return Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + minute * MINUTE_MS;
}

/** Each run takes its lease and releases it: two beats. */
async function expectOneRun({ subject, complain }: Trial): Promise<void> {
  const database = new DatabaseSync(join(subject.dataFolder, 'belfry.db'), { readOnly: true });
  const beatsOf = () =>
    Number(database.prepare('select beat from job_lease where job = ?').get(JOB.name)?.beat ?? 0);
  await until('the job ran', () => beatsOf() >= 2);
  await wait(2000);
  if (beatsOf() !== 2) complain(`${JOB.name} ran more than once: ${beatsOf()} beats`);
  database.close();
}

/** An event of the day is listed until the town's midnight, and not after it, on a cached page. */
async function expectTodayEnds({ subject, complain }: Trial, clock: Clock, midnight: number): Promise<void> {
  clock.setTo(midnight - HOUR_MS);
  const title = `Supper before ${new Date(midnight).toISOString()}`;
  const eventDate = new Date(midnight - 2 * HOUR_MS).toISOString();
  const event = { ...sampleInputs.events, title, eventDate };
  const { status, body } = await subject.call('PUT', `events/at-${midnight}`, event);
  if (status !== 201) complain(`an event is answered ${status} ${body}`);
  // Without the month for printing, which contains the days before today, too.
  const isListed = async () =>
    (await subject.ask({ path: '/events' })).body.split('class="print-only"')[0]?.includes(title) ?? false;
  if (!(await isListed()))
    complain(`an event of today is not listed an hour before ${new Date(midnight).toISOString()}`);
  clock.setTo(midnight + 1000);
  const isGone = async () => !(await isListed());
  await until('yesterday is over', isGone, 5000).catch(() =>
    complain(`an event of ${title} is listed after its day`),
  );
}

async function logIn(subject: Subject): Promise<string> {
  const body = new URLSearchParams({ email: ADMIN.email, password: ADMIN.password }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: subject.url };
  const answer = await subject.ask({ method: 'POST', path: '/login', headers, body });
  const cookies = (answer.headers['set-cookie'] ?? []) as string[];
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

async function isSignedIn(subject: Subject, cookie: string): Promise<boolean> {
  return (await subject.ask({ path: '/admin', headers: { Cookie: cookie } })).status === 200;
}
