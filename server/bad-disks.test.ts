/** A real site on a disk that is slow, or fails: strace injects faults into its system calls (F4 and F5). */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import buildFirst from '../tests/build-first.ts';
import { openBuiltSite } from '../tests/built-site.ts';
import { longTest } from '../tests/long-test.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';

const canTrace = mayTrace();
const needs = canTrace ? '' : ' (needs strace)';

function mayTrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A town with a program that can write; `put` returns the status, the message and how long it took. */
async function openTown() {
  await buildFirst();
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-disk-'));
  const town = openDatabase({ dataFolder });
  await migrate(town);
  const token = await createApiToken(town.write, { name: 'w', scope: 'write', days: 1 }, Date.now());
  await town.close();
  const start = () => openBuiltSite({ dataFolder });
  const put = async (url: string, id: string) => {
    const began = performance.now();
    const response = await fetch(`${url}/api/v1/polls/${id}`, {
      method: 'PUT',
      body: JSON.stringify(sampleInputs.polls),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    const { detail } = (await response.json()) as { detail?: string };
    return { status: response.status, detail, ms: performance.now() - began };
  };
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  return { start, put, remove };
}

/**
 * Injects faults into the system calls of a running process, or of one thread, until the returned function is called.
 */
async function inject(
  pid: number | string,
  ...fates: [calls: string, fate: string][]
): Promise<() => Promise<void>> {
  const traced = fates.map(([calls]) => calls).join(',');
  const rules = fates.flatMap(([calls, fate]) => ['-e', `inject=${calls}:${fate}`]);
  const tracer = spawn(
    'strace',
    [
      '-qq',
      ...(typeof pid === 'number' ? ['-f'] : []),
      '-o',
      '/dev/null',
      '-p',
      `${pid}`,
      '-e',
      `trace=${traced}`,
      ...rules,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => tracer.once('exit', () => resolve()));
  while (tracer.exitCode === null && !isTraced(pid)) await wait(20);
  return async () => {
    tracer.kill('SIGTERM');
    await ended;
  };
}

function isTraced(pid: number | string): boolean {
  return !/^TracerPid:\s+0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

longTest(
  `F5: while the disk takes two seconds for each write, readers do not wait for it${needs}`,
  async (context) => {
    context.skip(!canTrace);
    const town = await openTown();
    const site = await town.start();
    const release = await inject(site.pid, ['fsync,fdatasync', 'delay_enter=2000000']);
    const saving = town.put(site.url, 'slow');
    let reads = 0;
    let isSaved = false;
    void saving.then(() => {
      isSaved = true;
    });
    for (; !isSaved; reads++) {
      // An uncached address is read from the database, the other one is cached.
      const answers = await Promise.all(
        [`/articles?from=${reads}`, `/polls/none-${reads}`, '/articles'].map((path) =>
          fetch(site.url + path),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    }
    const { status, ms } = await saving;
    expect(status).toBe(201);
    expect(ms).toBeGreaterThan(2000);
    // One that had to wait would have come after the change.
    expect(reads).toBeGreaterThan(2);
    await release();
    expect(await site.stop()).toBe(0);
    town.remove();
  },
  ['app/platform/sqlite'],
);

test.skipIf(!canTrace)(
  `F4: a write that the disk did not keep is never acknowledged, and the next one succeeds${needs}`,
  async () => {
    const town = await openTown();
    const site = await town.start();
    expect((await town.put(site.url, 'before')).status).toBe(201);
    const release = await inject(site.pid, ['fsync,fdatasync', 'error=EIO']);
    for (const id of ['lost', 'lost-too']) {
      const { status, detail } = await town.put(site.url, id);
      expect([status, detail]).toEqual([
        503,
        'We don’t know whether this was saved. Please check before you send it again.',
      ]);
    }
    expect((await fetch(`${site.url}/polls/before`)).status).toBe(200);
    await release();
    expect((await town.put(site.url, 'after')).status).toBe(201);
    expect(await site.stop()).toBe(0);
    town.remove();
  },
);

longTest(
  `F4: if the disk can't be read either, the site ends with one line${needs}`,
  async (context) => {
    context.skip(!canTrace);
    const town = await openTown();
    const site = await town.start();
    expect((await town.put(site.url, 'before')).status).toBe(201);
    const writer = findWriterThread(site.pid);
    const release = await inject(writer, ['fsync,fdatasync', 'error=EIO'], ['pread64', 'error=EIO']);
    await town.put(site.url, 'lost').catch(() => undefined);
    while (isRunning(site.pid)) await wait(50);
    await release();
    const lines = site
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":60'));
    expect(lines).toEqual([expect.stringContaining("The database's disk has failed")]);
    const again = await town.start();
    expect((await town.put(again.url, 'after')).status).toBe(201);
    expect(await again.stop()).toBe(0);
    await site.stop();
    town.remove();
  },
  ['app/platform/sqlite'],
);

/** Readers are not affected. */
function findWriterThread(pid: number): string {
  const threads = readdirSync(`/proc/${pid}/task`);
  const found = threads.find((id) =>
    readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').startsWith('sqlite-writer'),
  );
  if (!found) throw new Error('there is no writer thread');
  return found;
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
