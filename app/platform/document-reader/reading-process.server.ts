/** Starts the processes that read documents. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import type { ReadingStep } from './document-process.server.ts';
import type { ReadingOrder } from './read-document-file.server.ts';

/** Of a processor, which readers may be using meanwhile. */
const MAX_CPU_SECONDS = 20;
/** KiB of memory that the process may reserve. Node itself reserves 570 MiB, of which it uses 80. */
const MAX_DATA_KIB = 850 * 1024;
/** MiB for JavaScript objects. */
const MAX_HEAP_MIB = 192;
/** Of processes that a shell starts: 128 and the number of the signal SIGXCPU. */
const CPU_USED_UP = 128 + 24;

/** glibc: without these, memory that was freed is not returned. */
const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/**
 * Starts one process after another, each for the document that three lines name, and says when it starts and ends. The
 * first line is a mark that only this shell knows, so that no process can claim that another one has ended. When the
 * machine has no memory left, the system ends the reading process and not the site.
 */
const STARTER = `
while IFS= read -r mark && IFS= read -r path && IFS= read -r real && IFS= read -r order; do
  (
    ulimit -d ${MAX_DATA_KIB}; ulimit -t ${MAX_CPU_SECONDS}; ulimit -c 0
    echo 1000 >/proc/self/oom_score_adj
    exec "$@" "--allow-fs-read=$path" "--allow-fs-read=$real" "$0" "$order" </dev/null
  ) 2>/dev/null &
  echo "$mark start $!"
  wait $!
  printf '\\n%s end %s\\n' "$mark" "$?"
done 2>/dev/null
`;

/** What becomes of a process. */
export type ReadingEvents = {
  onStart: (pid: number) => void;
  onStep: (step: ReadingStep) => void;
  /** The last event. The process is gone, or could not be started. */
  onEnd: (end: 'time' | 'other') => void;
};

type Starter = {
  child: ChildProcess;
  current?: { mark: string; events: ReadingEvents; pid?: number } | undefined;
};

let running: Starter | undefined;

/**
 * Prepares for reading documents. Starting a process copies the tables of the memory of the one that starts it: 15 to
 * 28 ms in a site that has served for a while, in which nobody gets a response. So a shell, which is small, starts
 * them, and the site starts the shell when it begins. It ends with this process. Windows copies nothing and has no shell.
 */
export function prepareReading(): void {
  if (process.platform !== 'win32') running ??= startStarter();
}

/**
 * Starts the process that reads this document; call it again only after `onEnd`. Returns what ends it, which may be
 * called at any time. It gets none of the site's environment, which holds secrets, reads only its own code and the
 * document, reaches no other server, and gets less of the processor than readers. The path may not contain a line break.
 */
export function startReading(order: ReadingOrder, events: ReadingEvents): { end: () => void } {
  if (order.path.includes('\n')) throw new Error('The path of a document has a line break.');
  if (process.platform === 'win32') return startAlone(order, events);
  prepareReading();
  const starter = running as Starter;
  const { child } = starter;
  const current: NonNullable<Starter['current']> = { mark: randomUUID(), events };
  starter.current = current;
  keepAlive(child, true);
  let isEnding = false;
  current.events = {
    ...events,
    onStart(pid) {
      current.pid = pid;
      if (isEnding) kill(pid);
      else events.onStart(pid);
    },
  };
  const lines = [current.mark, order.path, realPathOf(order.path), JSON.stringify(order)];
  child.stdin?.write(`${lines.join('\n')}\n`);
  return {
    end() {
      isEnding = true;
      if (current.pid !== undefined && starter.current === current) kill(current.pid);
    },
  };
}

function startStarter(): Starter {
  const { file, node } = commandOf();
  const child = spawn('/bin/sh', ['-c', STARTER, file, process.execPath, ...node], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: MEMORY_SETTINGS,
  });
  const starter: Starter = { child };
  const onGone = () => {
    if (running === starter) running = undefined;
    finish(starter, 'other');
  };
  child.once('error', onGone);
  child.once('exit', onGone);
  child.stdin?.on('error', () => undefined);
  if (child.pid) lowerPriority(child.pid);
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => readLine(starter, line));
  keepAlive(child, false);
  return starter;
}

function readLine(starter: Starter, line: string): void {
  const { current } = starter;
  if (!current) return;
  const { mark, events } = current;
  if (line.startsWith(`${mark} start `)) events.onStart(Number(line.split(' ')[2]));
  else if (line.startsWith(`${mark} end `))
    finish(starter, Number(line.split(' ')[2]) === CPU_USED_UP ? 'time' : 'other');
  else {
    const step = readStep(line);
    if (step) events.onStep(step);
  }
}

function finish(starter: Starter, end: 'time' | 'other'): void {
  const { current, child } = starter;
  starter.current = undefined;
  keepAlive(child, false);
  current?.events.onEnd(end);
}

/** Undefined for half a line, with which a process ends that was ended. */
function readStep(line: string): ReadingStep | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether this process stays alive for the shell. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  for (const part of [child, child.stdin as Socket | null, child.stdout as Socket | null])
    if (isBusy) part?.ref();
    else part?.unref();
}

function startAlone(order: ReadingOrder, { onStart, onStep, onEnd }: ReadingEvents): { end: () => void } {
  const { file, node } = commandOf();
  const allowed = [order.path, realPathOf(order.path)].map((each) => `--allow-fs-read=${each}`);
  const child = spawn(process.execPath, [...node, ...allowed, file, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: MEMORY_SETTINGS,
  });
  child.once('error', () => onEnd('other'));
  child.once('close', () => onEnd('other'));
  if (child.pid) {
    lowerPriority(child.pid);
    onStart(child.pid);
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const step = readStep(line);
    if (step) onStep(step);
  });
  return { end: () => void child.kill('SIGKILL') };
}

/** The program's file, and how Node runs it. */
function commandOf(): { file: string; node: string[] } {
  const file = fileURLToPath(findThreadFile('document-process', import.meta.url));
  const readable = [dirname(file), join(projectFolder, 'node_modules'), join(projectFolder, 'package.json')];
  const node = [
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    '--max-semi-space-size=2',
    '--permission',
    // Otherwise Node examines the folders above its code, which it may not.
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    ...new Set([...readable, ...readable.map(realPathOf)].map((each) => `--allow-fs-read=${each}`)),
  ];
  return { file, node };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
}
