import { commandLine } from '#app/command-line/command-line.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { rebuildIndex } from '#app/search-index/rebuild-index.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { type Command, exitCodes, type Invocation } from './command.ts';
import { listFindings } from './doctor-checks.ts';
import type { Finding } from './doctor-finding.ts';
import { storeLinksAsPaths } from './repair-links.ts';
import { withCurrentDatabase } from './with-database.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check that everything the site needs is in order',
  help: `Usage: ${commandLine('doctor')} [--json | --rebuild-search | --repair-links]

Checks Node, the settings and misspelled ones, the proxy in front, workers and processors, the clock, the
data folder (rights, who works on it, a full disk), whether the site is running and can save, the newest
backup and its copies, the bucket, the secret, the mail server, and the database: every page of it with
SQLite; version, rights, durability and standbys with PostgreSQL. Changes nothing that anybody sees, sends
nothing and may run beside the site. Each line says ok, warning or problem, and what to do about it.
Exit code 1 when there is a problem.

--json            prints {"ok", "problems", "warnings", "findings": [{"level", "what"}]} instead, for programs
--rebuild-search  makes the index of the search anew instead, which is needed only when the checks say so.
                  The site may run meanwhile. May be stopped with Ctrl-C and called again
--repair-links    makes links to this site under an earlier address lead to it again, wherever it is reached.
                  An earlier address is one at which an item names its own page`,
  options: {
    'rebuild-search': { type: 'boolean' },
    json: { type: 'boolean' },
    'repair-links': { type: 'boolean' },
  },
  async run(invocation: Invocation) {
    const { environment, terminal, now, options } = invocation;
    if (options['rebuild-search']) return rebuildSearch(invocation);
    if (options['repair-links']) return repairLinks(invocation);
    const findings: Finding[] = [];
    for await (const finding of listFindings(environment, now)) {
      findings.push(finding);
      if (!options.json) terminal.print(lineOf(finding));
    }
    const problems = countLevel(findings, 'problem');
    const warnings = countLevel(findings, 'warning');
    if (options.json)
      terminal.print(JSON.stringify({ ok: problems === 0, problems, warnings, findings }, null, 2));
    else
      terminal.print(
        problems === 0 ? 'No problems.' : problems === 1 ? '1 problem.' : `${problems} problems.`,
      );
    return problems === 0 ? exitCodes.done : exitCodes.failed;
  },
};

async function rebuildSearch({ environment, terminal, signal }: Invocation): Promise<number> {
  return withCurrentDatabase(readSettings(environment), async ({ write }) => {
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

async function repairLinks({ environment, terminal }: Invocation): Promise<number> {
  return withCurrentDatabase(readSettings(environment), async ({ write }) => {
    await inTransaction(write.withoutPlugins(), storeLinksAsPaths);
    terminal.print('Links to the site itself are stored as paths now.');
    return exitCodes.done;
  });
}

function countLevel(findings: Finding[], level: Finding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

function lineOf({ level, what }: Finding): string {
  return `${level.padEnd(9)}${what}`;
}
