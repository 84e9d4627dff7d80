import { commandLine } from '#app/platform/command-line/command-line.ts';
import { findFrozenAt, freezeTown, unfreezeTown } from '#app/platform/database/frozen-since.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, UsageError } from '../command.ts';
import { recordOperation, withCurrentDatabase } from '../with-database.ts';

export const freeze: Command = {
  name: 'freeze',
  summary: 'Keep the site readable for good, and let nothing be changed',
  help: `Usage: ${commandLine('freeze')} [--undo] [--yes]

For a town that nobody continues. Everything stays readable, with a line on every page that says
since when the site is frozen. Nothing can be changed: forms are gone, and polls take no more votes.
People can only log in to download their data or delete their account. The newsletter, other emails,
sources and scheduled publications stop. Backups continue. The site can keep running: it takes effect
at once.

--undo  lets the site be changed again; what waited, such as scheduled items, continues
--yes   does not ask

Example: ${commandLine('freeze --yes')}`,
  options: { undo: { type: 'boolean' }, yes: { type: 'boolean' } },
  async run(invocation) {
    const { options, environment, terminal, now } = invocation;
    const isUndo = options.undo === true;
    if (options.yes !== true && !terminal.isInteractive)
      throw new UsageError(`Add --yes to ${isUndo ? 'undo this' : 'freeze the site'} without being asked.`);
    return withCurrentDatabase(readSettings(environment), async ({ write }) => {
      const town = await findTown(write);
      const since = await findFrozenAt(write);
      const day = since === undefined ? '' : formatLongDate(since, town);
      if (isUndo && since === undefined) {
        terminal.print('The site is not frozen. Nothing was changed.');
        return exitCodes.done;
      }
      if (!isUndo && since !== undefined) {
        terminal.print(`The site has been frozen since ${day}. Nothing was changed.`);
        return exitCodes.done;
      }
      await confirm(invocation, isUndo, town.title);
      await (isUndo ? unfreezeTown(write) : freezeTown(write, now));
      await recordOperation(write, invocation, isUndo ? 'town-unfrozen' : 'town-frozen');
      terminal.print(
        isUndo
          ? 'The site can be changed again.'
          : `The site is frozen. To undo this, run: ${commandLine('freeze --undo')}`,
      );
      return exitCodes.done;
    });
  },
};

async function confirm(
  { terminal, signal, options }: Invocation,
  isUndo: boolean,
  title: string,
): Promise<void> {
  if (options.yes === true) return;
  const question = isUndo
    ? `Let ${title} be changed again? [y/N] `
    : `Freeze ${title}? Nothing can be changed until you undo it. [y/N] `;
  const reply = await terminal.ask(question, signal);
  if (!/^y(es)?$/i.test((reply ?? '').trim())) throw new CommandError('Nothing was changed.');
}
