import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { type Pseudorandom, pseudorandom } from '../commands/sample-town/pseudorandom.ts';
import { createPostgres } from '../tests/postgres.ts';
import { checkInvariants } from './check-invariants.ts';
import type { Fault, FaultContext, Outcome } from './fault.ts';
import { ModelCheck } from './model-check.ts';
import { logIn, type Node } from './model-client.ts';
import { type Run, Subject } from './subject.ts';
import { pickWorker, untilBothListen } from './two-workers.ts';

/** F1: the first response after a restart; in the tests other work uses the CPUs. */
const RESTART_MS = 2000;
const LEAN_RESTART_MS = 30_000;
const LIMIT_MS = 6 * MINUTE_MS;
const LEAN_LIMIT_MS = 20_000;

/** Everything that editors do at once, with two workers on SQLite; one or both are killed in the middle. */
export const modelOnSqlite: Fault = {
  id: 'F25',
  name: 'editors, programs and schedules at once, two workers, kill -9',
  needs: ['linux'],
  async run(context) {
    const subject = await Subject.make();
    const environment = { BELFRY_WORKERS: '2' };
    try {
      let run = await subject.start({ environment });
      await untilBothListen(subject, run);
      const node = { subject, cookie: await logIn(subject) };
      const kill = async (turn: number) => {
        if (turn % 2 === 1) {
          const victim = await pickWorker(subject, run);
          process.kill(victim, 'SIGKILL');
          return untilBothListen(subject, run, victim);
        }
        run.kill('SIGKILL');
        await run.ended;
        run = await subject.start({ environment });
        return run.readyMs;
      };
      const how = 'SIGKILL of one of two workers, and of all';
      return await checkModel([node], () => run, kill, { ...context, how });
    } finally {
      await subject.remove();
    }
  },
};

/** The same with two nodes on one PostgreSQL, each of which is killed in turn. */
export const modelOnPostgres: Fault = {
  id: 'F25b',
  name: 'editors, programs and schedules at once, two nodes on PostgreSQL, kill -9',
  needs: [],
  async run(context) {
    const server = await createPostgres({ settings: ['fsync=on', 'full_page_writes=on'] });
    const subjects: Subject[] = [];
    try {
      await server.start();
      for (let number = 1; number <= 2; number++)
        subjects.push(await Subject.make(mkdtempSync(join(tmpdir(), 'belfry-fault-')), server.url));
      const runs: Run[] = [];
      const nodes: Node[] = [];
      for (const subject of subjects) {
        runs.push(await subject.start());
        nodes.push({ subject, cookie: await logIn(subject) });
      }
      const kill = async (turn: number) => {
        const which = turn % 2;
        runs[which]?.kill('SIGKILL');
        await runs[which]?.ended;
        const run = await (subjects[which] as Subject).start();
        runs[which] = run;
        return run.readyMs;
      };
      const how = 'SIGKILL of each of two nodes in turn';
      return await checkModel(nodes, () => runs[0] as Run, kill, { ...context, how });
    } finally {
      for (const subject of subjects) await subject.remove();
      await server.remove();
    }
  },
};

type Kill = (turn: number) => Promise<number>;

/** Rounds of calls about new items, every other one with a kill, until there were enough or the time is over. */
async function checkModel(
  nodes: Node[],
  run: () => Run,
  kill: Kill,
  { lean, say, seed = Date.now() % 1_000_000, how }: FaultContext & { how: string },
): Promise<Outcome> {
  const check = new ModelCheck(nodes, pseudorandom(seed));
  const pick = pseudorandom(seed + 1);
  const rounds = lean ? 2 : 50;
  const endsAt = performance.now() + (lean ? LEAN_LIMIT_MS : LIMIT_MS);
  const recoveriesMs: number[] = [];
  let round = 0;
  while (round < rounds && (performance.now() < endsAt || recoveriesMs.length === 0)) {
    const turn = ++round % 2 === 0 ? round / 2 : undefined;
    const [found, recoveryMs] = await Promise.all([check.round(round), killAmid(turn, kill, pick)]);
    if (recoveryMs !== undefined) recoveriesMs.push(recoveryMs);
    say(`round ${round} of ${rounds}: ${found} calls${turn ? `, kill ${turn}` : ''}`);
    await check.judge(round);
  }
  const recoveryLimitMs = lean ? LEAN_RESTART_MS : RESTART_MS;
  const subject = (nodes[0] as Node).subject;
  const evidence = { subject, run: run(), history: check, recoveriesMs, recoveryLimitMs };
  const verdicts = await checkInvariants(evidence);
  const injected = `${how}, while six clients work on the same three items: API with and without If-Match, forms, autosave, schedules, trash`;
  const notes = [`seed ${seed}: ${check.told}`];
  return { injected, times: recoveriesMs.length, verdicts, recoveriesMs, notes };
}

async function killAmid(
  turn: number | undefined,
  kill: Kill,
  pick: Pseudorandom,
): Promise<number | undefined> {
  if (turn === undefined) return undefined;
  await wait(50 + pick(500));
  return kill(turn);
}
