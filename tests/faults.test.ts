/** Some of `npm run faults`, a few times each: afterwards all invariants hold. */
import { expect, test } from 'vitest';
import { killSite } from '../faults/f01-kill.ts';
import { tornLog } from '../faults/f09-write-ahead-log.ts';
import { jumpingClock } from '../faults/f16-clock.ts';
import { stuckWorker } from '../faults/f20-stuck.ts';
import { twoServers } from '../faults/f24-two-servers.ts';
import { formatReport } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';
import { listMissing } from '../faults/tools.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';

await buildIfStale();

for (const fault of [killSite, tornLog, jumpingClock, stuckWorker, twoServers]) {
  const missing = listMissing(fault.needs);
  const title = `${fault.id} ${fault.name}${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`;
  test.skipIf(missing.length > 0)(
    title,
    async () => {
      const { verdicts, recoveriesMs } = await fault.run({ lean: true, say: () => undefined });
      const problems = Object.entries(verdicts).flatMap(([name, verdict]) =>
        verdict.problems.map((each) => `${name}: ${each}`),
      );
      expect(problems).toEqual([]);
      expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['I2', 'I4', 'I5', 'I6', 'I7']));
      expect(recoveriesMs.length).toBeGreaterThan(0);
    },
    120_000,
  );
}

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
});
