import { listSources } from '#app/sources/checks/read-sources.server.ts';
import { healthNames, type Source, sourceJsonOf } from '#app/sources/source.ts';
import { exitCodes, type Invocation, UsageError } from '../command.ts';
import { withSourceDesk } from './sources-desk.ts';
import { seeHelp } from './sources-typed.ts';

/** Prints the town's sources and how each is doing. */
export async function runList(words: string[], invocation: Invocation): Promise<number> {
  if (words.length > 0) throw new UsageError(`'sources list' takes no arguments. ${seeHelp()}`);
  const { terminal, options } = invocation;
  return withSourceDesk(invocation, async ({ read, clock }) => {
    const sources = await listSources(read, clock);
    if (options.json === true)
      for (const source of sources) terminal.print(JSON.stringify(sourceJsonOf(source)));
    else if (sources.length === 0) terminal.print('There are no sources yet.');
    else for (const source of sources) terminal.print(linesOf(source).join('\n'));
    return exitCodes.done;
  });
}

function linesOf({ id, name, address, state, message, feeds, addedThisWeek }: Source): string[] {
  const week = `${addedThisWeek} new this week`;
  const head = `${healthNames[state].padEnd(10)}  ${name} (${feeds}, ${week})`;
  const more = state === 'working' ? [] : [`            ${message}`];
  return [head, `            ${address}`, ...more, `            id ${id}`];
}
