import { searchSources } from '#app/collections.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { rebuildIndex } from '#app/platform/search-index/rebuild-index.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { type Command, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { storeLinksAsPaths } from '../repair-links.ts';
import { withCurrentDatabase } from '../with-database.ts';
import { listFindings, listMailFindings } from './doctor-checks.ts';
import type { Finding } from './doctor-finding.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the site and everything it needs',
  help: `Usage: ${commandLine('doctor')} [--json | --rebuild-search | --repair-links]
       ${commandLine('doctor mail')} [--json]

Checks the version and its age, Node, the settings (and misspelled ones), the reverse proxy, workers and processors, the clock,
the data folder (permissions, processes using it, free space), whether the site is running and can
save, the newest backup and its copies, the bucket, the secret, the mail server, the files of pictures, and
the database: with SQLite every page of it; with PostgreSQL its version, permissions, durability and standbys.
The checks change nothing and send nothing, and the site can keep running. Each line says ok, warning
or problem, and what to do. The exit code is 1 if there is a problem.

mail checks only emails, and asks the DNS whether mail servers can trust the sender: MX, SPF, DKIM and
DMARC. It prints the records that are missing. It also shows the mail server's encryption and limits.
If the mail server does not respond, it tries other ports, mail servers and websites, to tell whether your
host blocks outgoing mail. It sends them nothing.

--json            prints {"ok", "problems", "warnings", "findings": [{"id", "level", "what"}]} for
                  programs. The id names what was checked, and is the same in every version
--rebuild-search  rebuilds the search index instead. This is needed only if the checks say so. The
                  site can keep running. You can stop it with Ctrl-C and run it again
--repair-links    fixes links that point to an earlier address of this site, so that they work at any
                  address. An earlier address is one that an item uses for its own page`,
  words: 'many',
  verbs: { mail: { options: ['json'] } },
  options: {
    'rebuild-search': { type: 'boolean' },
    json: { type: 'boolean' },
    'repair-links': { type: 'boolean' },
  },
  async run(invocation: Invocation) {
    const { words, environment, terminal, now, options } = invocation;
    if (options['rebuild-search']) return rebuildSearch(invocation);
    if (options['repair-links']) return repairLinks(invocation);
    const findings: Finding[] = [];
    for await (const finding of requestedFindings(words, environment, now)) {
      findings.push(finding);
      if (!options.json) terminal.print(findingLineOf(finding));
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

function requestedFindings(words: string[], environment: Invocation['environment'], now: number) {
  if (words.length === 0) return listFindings(environment, now);
  if (words.length === 1 && words[0] === 'mail') return listMailFindings(environment);
  throw new UsageError(`'doctor' accepts 'mail' or nothing, not '${words.join(' ')}'. ${seeHelp('doctor')}`);
}

async function rebuildSearch({ environment, terminal, signal }: Invocation): Promise<number> {
  return withCurrentDatabase(readSettings(environment), async ({ write }) => {
    const onProgress = (done: number, total: number) => terminal.showProgress('Search index', done, total);
    const isWhole = await rebuildIndex(write, searchSources, { signal, onProgress });
    terminal.endProgress();
    if (!isWhole) {
      terminal.complain('Stopped. Run the same command again to continue.');
      return exitCodes.interrupted;
    }
    terminal.print('The search index has been rebuilt.');
    return exitCodes.done;
  });
}

async function repairLinks({ environment, terminal }: Invocation): Promise<number> {
  return withCurrentDatabase(readSettings(environment), async ({ write }) => {
    await inTransaction(write.withoutPlugins(), storeLinksAsPaths);
    terminal.print('Links to this site are now stored as paths.');
    return exitCodes.done;
  });
}

function countLevel(findings: Finding[], level: Finding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

function findingLineOf({ level, what }: Finding): string {
  return `${level.padEnd(9)}${what}`;
}
