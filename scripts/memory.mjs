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
