import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';

/** The settings that limit a server's memory (docs/performance.md): for glibc, in the environment … */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** … and for V8, as arguments, so that a build it starts is not limited, too. Workers inherit both. */
export const memoryFlags = ['--max-semi-space-size=2', '--max-old-space-size=512'];

/**
 * Restarts this process, with the same id, as a server with limited memory: glibc and V8 read their settings only at
 * startup. Returns if it was started that way, without glibc, and for a process with a channel to its parent, which
 * would be lost.
 */
export function boundMemory() {
  if (process.platform !== 'linux' || process.channel || isBounded()) return;
  const args = [process.execPath, ...process.execArgv, ...memoryFlags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...memorySettings });
}

function isBounded() {
  return memoryFlags.every((flag) => process.execArgv.includes(flag));
}

const MB = 1e6;
const SIGKILL = 137;

/** A line that says before a task what memory it needs; undefined if there is enough, swap included. */
export function describeShortage(task, neededMb) {
  const freeMb = countFreeMb() + freeSwap() / MB;
  if (freeMb >= neededMb) return undefined;
  return `${task} needs about ${neededMb} MB of free memory, and ${Math.max(0, Math.floor(freeMb))} MB are free here. If it is killed, add swap: see "Memory and swap" in docs/hosting.md.`;
}

/** What this process may still use, without swap: its container's limit counts. */
export function countFreeMb() {
  return (process.availableMemory?.() ?? freemem()) / MB;
}

/** What ended a task with this exit code, if it was killed: on Linux, mostly by the kernel when memory runs out. */
export function describeKill(task, neededMb, code) {
  if (code !== SIGKILL) return undefined;
  return `${task} was killed, most likely because memory ran out: it needs about ${neededMb} MB. Add swap as docs/hosting.md shows under "Memory and swap", and run the same command again.`;
}

function freeSwap() {
  try {
    const [, kib = 0] = /^SwapFree:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return Number(kib) * 1024;
  } catch {
    return 0;
  }
}
