import { commandLine } from '#app/platform/command-line/command-line.ts';
import { findFrozenAt, freezeTown, unfreezeTown } from '#app/platform/database/frozen-since.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, confirm, exitCodes, requireYes } from '../command.ts';
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
    requireYes(invocation, isUndo ? 'undo this' : 'freeze the site');
    return withCurrentDatabase(readSettings(environment), async ({ write }) => {
      const town = await findTown(write);
      const since = await findFrozenAt(write);
      const day = since === undefined ? '' : formatLongDate(since, town);
      if (isUndo === (since === undefined)) {
        const state = isUndo ? 'is not frozen' : `has been frozen since ${day}`;
        terminal.print(`The site ${state}. Nothing was changed.`);
        return exitCodes.done;
      }
      const question = isUndo
        ? `Let ${town.title} be changed again?`
        : `Freeze ${town.title}? Nothing can be changed until you undo it.`;
      await confirm(invocation, question, 'Nothing was changed.');
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
