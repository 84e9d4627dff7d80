import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostgres } from '../tests/postgres.ts';
import { checkInvariants } from './check-invariants.ts';
import { checkPictures, runDoctor } from './check-pictures.ts';
import { Editing } from './editing.ts';
import type { Fault, FaultContext, Outcome } from './fault.ts';
import { percentile } from './health-watch.ts';
import { Subject } from './subject.ts';

/** F1: the first response after a restart; in the tests other work uses the CPUs. */
const RESTART_MS = 2000;
const LEAN_RESTART_MS = 30_000;

/** The site is killed while 50 forms save themselves and pictures are uploaded. */
export const killAmidEditing: Fault = {
  id: 'F1d',
  name: 'kill -9 during autosaves and uploads',
  needs: [],
  run: async (context) => killEditors(await Subject.make(), context, context.lean ? 3 : 30),
};

export const killAmidEditingOnPostgres: Fault = {
  id: 'F1e',
  name: 'kill -9 during autosaves and uploads, on PostgreSQL',
  needs: [],
  async run(context) {
    const server = await createPostgres({ settings: ['fsync=on', 'full_page_writes=on'] });
    try {
      await server.start();
      const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-fault-'));
      const subject = await Subject.make(dataFolder, server.url);
      return await killEditors(subject, context, context.lean ? 2 : 10);
    } finally {
      await server.remove();
    }
  },
};

async function killEditors(subject: Subject, { lean, say }: FaultContext, times: number): Promise<Outcome> {
  const recoveriesMs: number[] = [];
  const editing = new Editing(subject);
  try {
    let run = await subject.start();
    await editing.start();
    for (let turn = 1; turn <= times; turn++) {
      await wait(500 + Math.random() * 2000);
      run.kill('SIGKILL');
      await run.ended;
      run = await subject.start();
      recoveriesMs.push(run.readyMs);
      say(`kill ${turn} of ${times}: ready after ${Math.round(run.readyMs)} ms`);
    }
    await editing.stop();
    const told = await runDoctor(subject);
    const recoveryLimitMs = lean ? LEAN_RESTART_MS : RESTART_MS;
    const verdicts = await checkInvariants({ subject, run, history: editing, recoveriesMs, recoveryLimitMs });
    const I3 = { problems: [...told, ...(await checkPictures(subject))] };
    const { saves, uploads } = editing;
    const notes = [
      `${saves.ok} autosaves acknowledged, ${saves.fail} refused, ${saves.unknown} unknown; one took ${Math.round(percentile(editing.savesMs, 50))} ms, ${Math.round(percentile(editing.savesMs, 99))} ms at p99`,
      `${uploads.ok} uploads acknowledged, ${uploads.fail} refused, ${uploads.unknown} interrupted and sent again`,
    ];
    const injected =
      'SIGKILL at random moments while 50 forms save themselves and 4 pictures are uploaded at a time';
    return { injected, times, verdicts: { ...verdicts, I3 }, recoveriesMs, notes };
  } finally {
    await editing.stop();
    await subject.remove();
  }
}
