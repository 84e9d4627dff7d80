import { readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells by files which processes there are. */
export const tellsProcesses = process.platform === 'linux';

/** The processes that `pid` has started and that live, by number. */
export function listChildren(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program, in brackets, may hold spaces.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
