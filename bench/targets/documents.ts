import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { prepareReading, readDocument } from '#app/platform/document-reader/read-document.server.ts';
import { pdfFile } from '../../tests/document-files.ts';
import { hostileDocuments } from '../../tests/hostile-documents.ts';
import type { Target } from '../bench.ts';
import { readMemory } from '../children.ts';
import { figureOf } from '../figures.ts';
import { atMost, type Row, row } from '../report.ts';

const MOST_HELD_MS = 20;
const MOST_MIB = 400;
const LOOK_MS = 10;
/** Seconds and mebibytes of a process are read from Linux. */
const TICKS_PER_SECOND = 100;

type Sample = { what: string; name: string; file: string };

/** What reading a document costs: the process that reads, and the one that waits for it. */
export const documents: Target = {
  name: 'documents',
  title: 'Reading documents: a town report, and the most expensive hostile ones',
  async run({ say, options }) {
    // As a site does when it begins.
    prepareReading();
    const folder = mkdtempSync(join(tmpdir(), 'belfry-bench-documents-'));
    try {
      say('documents: write them');
      const samples = await writeSamples(folder, options.quick ? 2 : Infinity);
      const rows: Row[] = [];
      for (const sample of samples) {
        say(`documents: ${sample.what}`);
        rows.push(await measure(sample));
      }
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** All of them first: making one takes more memory than reading it. */
async function writeSamples(folder: string, most: number): Promise<Sample[]> {
  const sentence = 'The selectboard met in the library and heard two bids for the roof of the town hall. ';
  const report = {
    what: 'PDF: a town report of 300 pages',
    name: 'report.pdf',
    make: () => pdfFile({ pages: Array<string>(300).fill(sentence.repeat(30)), isTagged: true }),
  };
  const samples: Sample[] = [];
  for (const { what, name, make } of [report, ...hostileDocuments.filter(({ isHeavy }) => isHeavy)].slice(
    0,
    most,
  )) {
    const file = join(folder, String(samples.length));
    writeFileSync(file, await make());
    samples.push({ what, name, file });
  }
  return samples;
}

async function measure({ what, name, file }: Sample): Promise<Row> {
  let [mebibytes, seconds] = [0, 0];
  let looking: NodeJS.Timeout | undefined;
  const onStart = (pid: number) => {
    looking = setInterval(() => {
      mebibytes = Math.max(mebibytes, readMemory(pid)?.most || 0);
      seconds = Math.max(seconds, cpuSecondsOf(pid));
    }, LOOK_MS);
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const turns = watchTurns();
  delay.enable();
  const result = await readDocument(file, name, { onStart });
  delay.disable();
  const held = turns.end();
  clearInterval(looking);
  const late = delay.max / 1e6;
  const outcome = 'status' in result ? String(result.status) : 'read';
  return row(
    `${what} (${outcome})`,
    {
      ours: figureOf(
        [mebibytes],
        'MB',
        `${seconds.toFixed(1)} s of a processor, longest turn ${held.toFixed(1)} ms of it, latest ${late.toFixed(1)} ms`,
      ),
    },
    {
      text: `≤ ${MOST_MIB} MB, ${MOST_HELD_MS} ms`,
      met: atMost(mebibytes, MOST_MIB, '').met && held <= MOST_HELD_MS,
    },
  );
}

/**
 * The most time of a processor that one turn of the event loop took. Unlike how late turns are, that does not depend on what
 * else the machine does.
 */
function watchTurns(): { end: () => number } {
  let most = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    most = Math.max(most, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  };
  const looking = setInterval(look, 1);
  return {
    end() {
      look();
      clearInterval(looking);
      return most;
    },
  };
}

/** User and system time; 0 when the process has ended. */
function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
