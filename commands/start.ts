import { commandLine } from '#app/command-line/command-line.ts';
import { type Command, exitCodes } from './command.ts';

export const start: Command = {
  name: 'start',
  summary: 'Start the site',
  help: `Usage: ${commandLine('start')}

Creates the data folder, runs migrations, loads the sample town on the very first run, and prints
the address. If there is no administrator yet, it also prints a one-time link to create one. Stop
the site with Ctrl-C or SIGTERM. Example: PORT=8080 ${commandLine('start')}`,
  async run() {
    // The server reads its own options from the arguments, which must not include this command's name.
    process.argv.splice(2);
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
    await import(new URL('../build/server/main.js', import.meta.url).href);
    return exitCodes.done;
  },
};
