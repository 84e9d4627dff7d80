import { type CheckResult, checkSources } from '#app/sources/checks/check-source.server.ts';
import { listChecks, listSources } from '#app/sources/checks/read-sources.server.ts';
import type { Source } from '#app/sources/source.ts';
import { exitCodes, type Invocation, UsageError } from '../command.ts';
import { requireSource, type SourceDesk, withSourceDesk } from './sources-desk.ts';
import { seeHelp } from './sources-typed.ts';

/** Checks sources now, and prints what each check found. Fails when one of them could not be checked. */
export async function runRefresh(words: string[], invocation: Invocation): Promise<number> {
  const { terminal, options, signal } = invocation;
  if (options.all === true && words.length > 0)
    throw new UsageError(`Use either --all or the names of sources, not both. ${seeHelp()}`);
  return withSourceDesk(invocation, async (desk) => {
    const sources = await chooseSources(desk, words);
    const byId = new Map(sources.map((source) => [source.id, source]));
    const asJson = options.json === true;
    let done = 0;
    const report = (id: string, result: CheckResult) => {
      const source = byId.get(id);
      if (source)
        terminal.print(
          asJson ? JSON.stringify({ id, name: source.name, ...result }) : resultLineOf(source, result),
        );
      terminal.showProgress('Sources', ++done, sources.length);
    };
    try {
      await checkSources(desk.context, [...byId.keys()], signal, report);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    terminal.endProgress();
    if (signal.aborted) return exitCodes.interrupted;
    return (await countFailed(desk, [...byId.keys()])) > 0 ? exitCodes.failed : exitCodes.done;
  });
}

/** Those that were named; without names, all that are neither paused nor stopped. */
async function chooseSources(desk: SourceDesk, words: string[]): Promise<Source[]> {
  if (words.length > 0) {
    const named: Source[] = [];
    for (const word of words) named.push(await requireSource(desk, word));
    return named;
  }
  const all = await listSources(desk.read, desk.clock);
  return all.filter(({ nextCheckAt }) => nextCheckAt !== null);
}

async function countFailed({ read }: SourceDesk, ids: string[]): Promise<number> {
  const last = await Promise.all(ids.map((id) => listChecks(read, id, 1)));
  return last.flat().filter(({ outcome }) => outcome === 'failed').length;
}

function resultLineOf(
  { name }: Source,
  { found, new: added, changed, missing, problem }: CheckResult,
): string {
  const counts = `${found} found, ${added} new, ${changed} changed, ${missing} missing`;
  return `${name}: ${counts}${problem ? `. ${problem}` : ''}`;
}
