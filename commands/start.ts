import { pathToFileURL } from 'node:url';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { newestServer } from '#app/platform/command-line/project-folder.ts';
import { type Command, exitCodes } from './command.ts';

export const start: Command = {
  name: 'start',
  summary: 'Start the site',
  help: `Usage: ${commandLine('start')} [--as-of MOMENT]

Creates the data folder, runs migrations, loads the sample town on the very first run, and prints
the address. If there is no administrator yet, it also prints a one-time link to create one. Stop
the site with Ctrl-C or SIGTERM. Example: PORT=8080 ${commandLine('start')}

  --as-of MOMENT   shows the site as it is at another moment, on a copy: events, schedules, polls.
                   Nothing can be changed, nothing is sent, and the site itself can run meanwhile on
                   another port. Only this machine can connect, and the printed link works once.
                   Write 2026-11-01T23:59 in the time of the town, or with a zone:
                   2026-11-01T23:59-05:00, 2026-11-02T04:59Z. Of a time that occurs twice because the
                   clock is set back, the first is meant`,
  options: { 'as-of': { type: 'string' } },
  async run({ options }) {
    // The server reads its own options from the arguments, which must not include this command's name.
    process.argv.splice(
      2,
      Number.POSITIVE_INFINITY,
      ...(options['as-of'] === undefined ? [] : [`--as-of=${options['as-of']}`]),
    );
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
    await import(pathToFileURL(newestServer).href);
    return exitCodes.done;
  },
};
