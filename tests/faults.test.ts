/** Some of `npm run faults`, a few times each: afterwards all invariants hold. */
import { expect, test } from 'vitest';
import { killSite } from '../faults/f01-kill.ts';
import { tornLog } from '../faults/f09-write-ahead-log.ts';
import { jumpingClock } from '../faults/f16-clock.ts';
import { stuckWorker } from '../faults/f20-stuck.ts';
import { twoServers } from '../faults/f24-two-servers.ts';
import { modelOnSqlite } from '../faults/f25-model.ts';
import type { Call, Operation, Result } from '../faults/model.ts';
import { judgeItem } from '../faults/model-check.ts';
import { formatReport } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';
import { listMissing } from '../faults/tools.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { longTest } from './long-test.ts';
import { isDeep } from './rounds.ts';

await buildIfStale();

/** With --deep, and if a fault has changed: F25 kills as well, and data-folder-lock.test.ts tries two servers. */
const longer = isDeep(import.meta.resolve('../faults/fault.ts')) ? [killSite, twoServers] : [];

for (const fault of [...longer, tornLog, jumpingClock, stuckWorker, modelOnSqlite]) {
  const missing = listMissing(fault.needs);
  const title = `${fault.id} ${fault.name}${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`;
  longTest(
    title,
    async (context) => {
      context.skip(missing.length > 0);
      const { verdicts, recoveriesMs } = await fault.run({ lean: true, say: () => undefined, seed: 1 });
      const problems = Object.entries(verdicts).flatMap(([name, verdict]) =>
        verdict.problems.map((each) => `${name}: ${each}`),
      );
      expect(problems).toEqual([]);
      expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['I2', 'I4', 'I5', 'I6', 'I7']));
      expect(recoveriesMs.length).toBeGreaterThan(0);
    },
    ['faults', 'server/workers', 'app/platform/sqlite', 'app/platform/database'],
  );
}

const put: Call = { kind: 'put', publication: 'published' };
const done = (title: string, tag: string): Result => ({
  outcome: 'done',
  seen: { title, body: title, tag, publication: 'published' },
});

/** Calls that follow each other, unless a call is given its own times. */
function history(...calls: (Partial<Operation> & Pick<Operation, 'call'>)[]): Operation[] {
  return calls.map((one, place) => ({
    write: `w${place + 1}`,
    from: place * 10,
    until: place * 10 + 5,
    ...one,
  }));
}

test('saves at once are explained by the order of their versions, and by no other', () => {
  const both = { from: 0, until: 50 };
  const writes = history(
    { call: put, ...both, result: done('w1', '2-b') },
    { call: put, ...both, result: done('w2', '1-a') },
    { call: { kind: 'read' }, from: 60, until: 70, result: done('w1', '2-b') },
  );
  expect(judgeItem(writes, ['w2', 'w1'])).toBeUndefined();
  expect(judgeItem(writes, ['w1', 'w2'])).toContain('no order explains');
  expect(judgeItem(writes, ['w2'])).toContain('not in the versions: w1');
  expect(judgeItem(writes, ['w2', 'w1', 'w1'])).toContain('several times in the versions: w1');
});

test('a checked history reports an outdated read, a lost update and an older item from the trash', () => {
  const written = [
    { call: put, result: done('w1', '1-a') },
    { call: put, result: done('w2', '2-b') },
  ];
  const outdated = history(...written, { call: { kind: 'read' }, result: done('w1', '1-a') });
  expect(judgeItem(outdated, ['w1', 'w2'])).toContain('no order explains read');
  const overwritten = history(...written, { call: { ...put, match: '1-a' }, result: done('w3', '3-c') });
  expect(judgeItem(overwritten, ['w1', 'w2', 'w3'])).toContain('no order explains put w3');
  const remove = { call: { kind: 'delete' }, result: { outcome: 'done' } } as const;
  const [first, second] = written as [(typeof written)[0], (typeof written)[0]];
  const restored = (tag: string, title: string) =>
    history(first, remove, { ...second, result: done('w3', '1-b') }, remove, {
      call: { kind: 'restore' },
      result: done(title, tag),
    });
  expect(judgeItem(restored('1-b', 'w3'), ['w1', 'w3'])).toBeUndefined();
  expect(judgeItem(restored('1-a', 'w1'), ['w1', 'w3'])).toContain('no order explains restore');
});

test('a save of unknown outcome happened if it is in the versions, and a draft is not public', () => {
  const interrupted = history(
    { call: put, result: done('w1', '1-a') },
    { call: put, until: Number.POSITIVE_INFINITY },
    { call: { kind: 'read' }, result: done('w2', '2-b') },
  );
  expect(judgeItem(interrupted, ['w1', 'w2'])).toBeUndefined();
  expect(judgeItem(interrupted, ['w1'])).toContain('no order explains');
  const draft: Call = { kind: 'put', publication: 'draft' };
  const shown = history(
    { call: draft, result: { outcome: 'done', seen: { title: 'w1', tag: '1-a', publication: 'draft' } } },
    { call: { kind: 'visit' }, result: done('w1', '1-a') },
  );
  expect(judgeItem(shown, ['w1'])).toContain('no order explains visit');
});

test('a fault whose tool is missing is listed as skipped, and a failed one says what broke', () => {
  const verdicts = { I1: { problems: ['lane0-1 is absent and was to be 7f'] }, I2: { problems: [] } };
  const told = { injected: 'an axe', times: 3, verdicts, recoveriesMs: [10, 30, 20], notes: [] };
  const startedAt = '2026-11-20T22:00:00Z';
  const text = formatReport({
    machine: 'a machine',
    rows: [
      { id: 'F1', name: 'axe', startedAt, outcome: 'broken', told },
      { id: 'F2', name: 'saw', startedAt, outcome: 'skipped', problem: 'needs strace' },
    ],
  });
  expect(text).toMatch(/^F1 +3 +BAD +ok +– +– +– +– +– +20 ms, 30 at most +axe$/m);
  expect(text).toMatch(/^F2 .*skipped: needs strace/m);
  expect(text).toContain('I1: lane0-1 is absent and was to be 7f');
});

test('the runner lists its faults and refuses an unknown one', async () => {
  const printed: string[] = [];
  const surroundings = { print: (text: string) => printed.push(text), say: () => undefined };
  expect(await runFaults(['--help'], surroundings)).toBe(true);
  expect(printed.join('')).toMatch(/F1 +kill -9 of the server/);
  await expect(runFaults(['--only', 'F99'], surroundings)).rejects.toThrow('There is no fault F99');
  await expect(runFaults(['--seed', 'x'], surroundings)).rejects.toThrow('--seed must be a whole number');
});
