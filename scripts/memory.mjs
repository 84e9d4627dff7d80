/** What a server is started with to keep its memory small (docs/performance.md): for glibc, in the environment … */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** … and for V8, as arguments, so that a build it starts is not bounded too. Workers inherit both. */
export const memoryFlags = ['--max-semi-space-size=2', '--max-old-space-size=512'];

/**
 * Starts this process over, with the same id, as a server whose memory is bounded: glibc and V8 read their settings
 * only when a process begins. Returns when it was started so, where there is no glibc, and for a process with a channel
 * to its parent, which would be lost.
 */
export function boundMemory() {
  if (process.platform !== 'linux' || process.channel || isBounded()) return;
  const args = [process.execPath, ...process.execArgv, ...memoryFlags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...memorySettings });
}

function isBounded() {
  return memoryFlags.every((flag) => process.execArgv.includes(flag));
}
