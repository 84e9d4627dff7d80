import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdfFile } from '../../../tests/document-files.ts';
import { hostileDocuments } from '../../../tests/hostile-documents.ts';
import { listsProcesses } from '../../../tests/process-tree.ts';
import { isDeep, someOf } from '../../../tests/rounds.ts';
import { until } from '../../../tests/until.ts';
import { readDocument } from './read-document.server.ts';

/** MiB. The limit is on what a process reserves, which is more than it uses. */
const MOST_MEMORY = 500;

async function inFolder<Result>(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-document-'));
  try {
    return await work(join(folder, 'upload'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The most memory that the process has used, in MiB; 0 when it has ended. */
function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const light = hostileDocuments.filter(({ isHeavy }) => !isHeavy);
const heavy = hostileDocuments.filter(({ isHeavy }) => isHeavy);

const file = import.meta.url;
/** Each takes a process of its own: every tenth, unless it is deep. */
const tried = isDeep(file) ? hostileDocuments : [...someOf(file, light, 0), ...someOf(file, heavy, 7)];

test.each(tried)(
  'R-44 a document that was made to harm is refused, or read within its limits: $what',
  async ({ make, name, expected }) => {
    await inFolder(async (file) => {
      await writeFile(file, await make());
      let peak = 0;
      let timer: NodeJS.Timeout | undefined;
      const onStart = (pid: number) => {
        timer = setInterval(() => {
          peak = Math.max(peak, memoryOf(pid));
        }, 20);
      };
      const result = await readDocument(file, name, { onStart });
      clearInterval(timer);
      expect('status' in result ? result.status : 'read').toBe(expected);
      // In plain words, and nothing of the file's own.
      if ('status' in result) expect(result.message).toMatch(/^[A-Z0-9][^<>\n]{15,220}\.$/);
      else for (const { message } of result.problems) expect(message).toMatch(/^[A-Z0-9].*\.$/);
      expect(peak).toBeLessThan(MOST_MEMORY);
    });
  },
);

test.skipIf(!listsProcesses)(
  'R-45 a reader that the system ends refuses its document, and the next is read',
  () =>
    inFolder(async (file) => {
      await writeFile(file, await pdfFile({ pages: ['The agenda of the meeting'] }));
      const pids: number[] = [];
      const killed = await readDocument(file, 'agenda.pdf', {
        onStart(pid) {
          pids.push(pid);
          process.kill(pid, 'SIGKILL');
        },
      }).catch((error: Error) => error.message);
      expect(killed).toBe('The process that reads documents could not start.');
      await until('it has ended', () => pids.every((pid) => memoryOf(pid) === 0));
      expect(await readDocument(file, 'agenda.pdf')).toMatchObject({ type: 'pdf', pages: 1 });
    }),
);

test.runIf(isDeep(file))(
  'R-45 at most one document is read at a time, and those beyond twenty are sent away',
  () =>
    inFolder(async (file) => {
      await writeFile(file, 'Snow ban');
      const started: number[] = [];
      const onStart = (pid: number) => {
        expect(started.filter((each) => memoryOf(each) > 0)).toEqual([]);
        started.push(pid);
      };
      const results = await Promise.all(
        Array.from({ length: 24 }, async () => {
          const result = await readDocument(file, 'ban.txt', { onStart });
          return 'status' in result ? result.status : result.type;
        }),
      );
      expect(started).toHaveLength(results.filter((result) => result === 'txt').length);
      const read = results.filter((result) => result === 'txt').length;
      expect(results.filter((result) => result === 503)).toHaveLength(24 - read);
      expect(read).toBeGreaterThanOrEqual(20);
      expect(read).toBeLessThan(24);
    }),
);
