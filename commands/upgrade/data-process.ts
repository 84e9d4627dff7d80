import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError } from '../command.ts';
import type { DataRequest, DataResponses } from './data-steps.ts';

/** The process that changes the database (`upgrade-data.ts`), for the one that upgrades. */
export type DataProcess = {
  do: <Name extends keyof DataResponses>(step: Name, argument?: string) => Promise<DataResponses[Name]>;
  /** Lets go of everything. */
  end: () => Promise<void>;
};

/** How the command-line tool of the version in the folder is started, as the user of the service. */
export function toolOf(folder: string): [program: string, ...args: string[]] {
  return existsSync(join(folder, 'release.json'))
    ? [join(folder, 'bin', 'node'), join(folder, 'build', 'server', 'on-host.js')]
    : [process.execPath, join(folder, 'commands', 'on-host.ts')];
}

/** The settings are in the environment already; the file of the service may be readable by root only. */
export function environmentForTool(environment: NodeJS.ProcessEnv, more: NodeJS.ProcessEnv = {}) {
  return { ...environment, BELFRY_ENV_FILE: '/dev/null', ...more };
}

/** Starts it with the tool of the version in `folder`. */
export function openDataProcess(folder: string, environment: NodeJS.ProcessEnv): DataProcess {
  const [program, ...args] = toolOf(folder);
  const child = spawn(program, [...args, 'upgrade-data'], {
    env: environmentForTool(environment),
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches all processes of a group: this one ends when it is told to.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  child.stdin.on('error', () => undefined);
  return {
    async do(step, argument) {
      const request: DataRequest = { step, ...(argument !== undefined && { argument }) };
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value } = await lines.next();
      if (value === undefined)
        throw new CommandError(`The process that changes the database ended during '${step}'.`);
      const { answer, error } = JSON.parse(value) as { answer: never; error?: string };
      if (error !== undefined) throw new CommandError(error);
      return answer;
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
