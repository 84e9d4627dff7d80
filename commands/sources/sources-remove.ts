import { removeSource } from '#app/sources/source-store.server.ts';
import { CommandError, exitCodes, type Invocation, UsageError } from '../command.ts';
import { recordOperation } from '../record-operation.ts';
import { requireSource, withSourceDesk } from './sources-desk.ts';
import { seeHelp } from './sources-typed.ts';

/** Removes a source, after asking in a terminal. */
export async function runRemove(words: string[], invocation: Invocation): Promise<number> {
  const [typed, ...others] = words;
  if (typed === undefined || others.length > 0)
    throw new UsageError(`Give the id, name or address of one source. ${seeHelp()}`);
  const { terminal, options, now, signal } = invocation;
  if (options.yes !== true && !terminal.isInteractive)
    throw new UsageError('Add --yes to remove the source without being asked.');
  return withSourceDesk(invocation, async (desk) => {
    const source = await requireSource(desk, typed);
    if (options.yes !== true) {
      const question = `Remove '${source.name}'? What it brought stays on the site; what waits is removed from the inbox. [y/N] `;
      const reply = (await terminal.ask(question, signal)) ?? '';
      if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('Nothing was removed.');
    }
    await removeSource(desk.context.write, source.id, now);
    await recordOperation(desk.context.write, invocation, 'source-removed', source.name);
    terminal.print(`Removed '${source.name}'.`);
    return exitCodes.done;
  });
}
