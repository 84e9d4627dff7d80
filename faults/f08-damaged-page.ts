import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, cpSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { root, type Subject } from './subject.ts';
import { runTrial, type Trial } from './trial.ts';

const PAGE = 8192;
const PATHS = ['/articles', '/news', '/events', '/polls', '/about', '/api/v1/articles'];

/** A page of the database is overwritten: what does not need it is served, and doctor reports the damage. */
export const damagedPage: Fault = {
  id: 'F8',
  name: 'damaged page of the database',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject, notes } = trial;
      const first = await subject.start({ environment: { BELFRY_DEMO: '1' } });
      await subject.stop(first);
      const pages = statSync(join(subject.dataFolder, 'belfry.db')).size / PAGE;
      const samples = lean ? 3 : 40;
      const served = { all: 0, some: 0, refused: 0 };
      for (let turn = 0; turn < samples; turn++) {
        const page = Math.floor((turn * pages) / samples);
        const outcome = await damage(trial, page);
        served[outcome]++;
        say(
          `page ${page} of ${pages}: ${outcome === 'refused' ? 'the start is refused' : `${outcome} pages are served`}`,
        );
      }
      notes.push(
        `with one damaged page of ${pages}: ${served.all} times all pages were served, ${served.some} times some, ${served.refused} times the start was refused with one line`,
      );
      const run = await subject.start();
      return { run, injected: 'noise in the place of one page, of each in turn (sampled)', times: samples };
    }),
};

async function damage({ subject, complain }: Trial, page: number): Promise<'all' | 'some' | 'refused'> {
  const folder = `${subject.dataFolder}-damaged`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(subject.dataFolder, folder, { recursive: true });
  const file = openSync(join(folder, 'belfry.db'), 'r+');
  writeSync(file, randomBytes(PAGE), 0, PAGE, page * PAGE);
  closeSync(file);
  const copy = subject.on(folder);
  try {
    const { code, said } = await runDoctor(folder);
    // An unused page may contain anything.
    const isFound = code === 1 && /damaged|malformed|not a database/i.test(said);
    const run = await copy.start({ unready: true });
    while (!run.hasEnded() && !(await copy.ask({ path: '/healthz' }).catch(() => undefined)));
    const outcome = run.hasEnded() ? 'refused' : await serves(copy, complain);
    if (!isFound && outcome !== 'all') complain(`page ${page}: doctor finds nothing: ${said.slice(-200)}`);
    if (outcome === 'refused') expectOneLine(copy.output, complain);
    else await copy.stop(run);
    return outcome;
  } finally {
    await copy.remove();
  }
}

async function serves(site: Subject, complain: (problem: string) => void): Promise<'all' | 'some'> {
  let good = 0;
  for (const path of PATHS) {
    const { status, body } = await site.ask({ path });
    if (status === 200) good++;
    else if (![500, 503].includes(status)) complain(`${path}: ${status}`);
    if (/node:internal|\bat \S+ \(\S+:\d+/.test(body)) complain(`${path} shows a stack trace`);
  }
  return good === PATHS.length ? 'all' : 'some';
}

function expectOneLine(output: string, complain: (problem: string) => void): void {
  const lines = output.split('\n').filter((line) => line && !line.startsWith('{'));
  if (lines.length !== 1)
    complain(`a refused start says ${lines.length} lines: ${lines.join(' / ').slice(0, 300)}`);
}

function runDoctor(dataFolder: string): Promise<{ code: number; said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, BELFRY_DATA: dataFolder };
  return new Promise((resolve) =>
    execFile(process.execPath, ['commands/belfry.ts', 'doctor'], { cwd: root, env }, (error, said) =>
      resolve({ code: error ? Number(error.code) : 0, said }),
    ),
  );
}
