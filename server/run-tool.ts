import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { RunTool } from '#app/background/schedule.server.ts';
import { ownTool, projectFolder } from '#app/platform/command-line/project-folder.ts';

const MOST_SAID = 2000;

/** Long work creates much garbage: without this, it takes 40 MB more and is hardly faster. */
const LITTLE_MEMORY = '--max-semi-space-size=16';

/**
 * Runs the command-line tool in a separate process, with this one's environment and at a lower priority: always the tool
 * of this version, also while the next one is being installed. When the signal fires it is asked to end, which leaves
 * nothing half done. On failure, rejects with its last line of output.
 */
export const runTool: RunTool = (args, signal) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LITTLE_MEMORY, ownTool, ...args], {
      cwd: projectFolder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    lowerPriority(child.pid);
    let said = '';
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-MOST_SAID);
    });
    child.once('error', reject);
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', end);
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error(said.trim().split('\n').at(-1) || `it ended with ${killedBy ?? code}`));
    });
    if (signal.aborted) end();
  });

/** Readers have priority. Where that is not permitted, it runs as it is. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without priorities.
  }
}
