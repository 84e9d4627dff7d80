import { commandLine } from '#app/command-line/command-line.ts';
import { rebuildIndex } from '#app/database/text-rebuild.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { type Command, exitCodes, type Invocation } from './command.ts';
import { listFindings } from './doctor-checks.ts';
import type { Finding } from './doctor-finding.ts';
import { withMigratedDatabase } from './with-database.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check that everything the site needs is in order',
  help: `Usage: ${commandLine('doctor')}

Checks Node, SQLite, the settings, the proxy in front, workers and processors, the clock, the data folder
(rights, who works on it, room for a backup), the newest backup, the secret, the mail server, and the database: every page of
it with SQLite; version, rights, durability and standbys with PostgreSQL. Changes nothing, sends nothing and
may run beside the site. Each line says ok, warning or problem, and what to do about it.
Exit code 1 when there is a problem.

--rebuild-search  makes the index of the search anew instead, which is needed only when the checks say so.
                  The site may run meanwhile. May be stopped with Ctrl-C and called again`,
  options: { 'rebuild-search': { type: 'boolean' } },
  async run(invocation: Invocation) {
    const { environment, terminal, now, options } = invocation;
    if (options['rebuild-search']) return rebuildSearch(invocation);
    let problems = 0;
    for await (const finding of listFindings(environment, now)) {
      terminal.print(lineOf(finding));
      if (finding.level === 'problem') problems++;
    }
    terminal.print(problems === 0 ? 'No problems.' : problems === 1 ? '1 problem.' : `${problems} problems.`);
    return problems === 0 ? exitCodes.done : exitCodes.failed;
  },
};

async function rebuildSearch({ environment, terminal, signal }: Invocation): Promise<number> {
  return withMigratedDatabase(readSettings(environment), async ({ write }) => {
    const onProgress = (done: number, total: number) => terminal.showProgress('Search index', done, total);
    const isWhole = await rebuildIndex(write, { signal, onProgress });
    terminal.endProgress();
    if (!isWhole) {
      terminal.complain('Stopped. Run the same command again to go on.');
      return exitCodes.interrupted;
    }
    terminal.print('The index of the search was made anew.');
    return exitCodes.done;
  });
}

function lineOf({ level, what }: Finding): string {
  return `${level.padEnd(9)}${what}`;
}
