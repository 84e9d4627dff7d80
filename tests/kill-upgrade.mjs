/**
 * Loaded into the processes of `belfry upgrade` before anything else (`node --import`): at the step that KILL_AT names,
 * they end as by `kill -9`; with FILLER, that file fills the disk instead. Every step that changes something for good is
 * one.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fillUp } from './small-disk.ts';

const isOf = (command) => process.argv[2] === command;
const { KILL_AT: at, FILLER: filler } = process.env;
let finished = 0;

/** By name: the function that does the step, and whether these arguments are its own. The step itself is not done. */
const steps = {
  'the new version is unpacked': [fs, 'renameSync', (from) => /\.unpacking-.*versions/.test(from)],
  'the backup is written': [fs.promises, 'rename', (_, to) => to.endsWith('-before-upgrade.belfry')],
  'the database is held and copied': [fs, 'writeFileSync', (file) => String(file).endsWith('.upgrading')],
  'the copy is upgraded': [childProcess, 'spawn', (_, args) => args.includes('migrate')],
  'the next start is the new version': [fs, 'renameSync', (_, to) => to.endsWith('/current')],
  'the site is asked to stop': [process, 'kill', (_, signal) => signal === 'SIGTERM'],
  'the old database has a second name': [fs.promises, 'link', (_, to) => to.endsWith('before.db')],
  'the new database has the name': [fs.promises, 'rename', (_, to) => to.endsWith('belfry.db')],
  'the site can start': [fs, 'renameSync', (_, to) => to.endsWith('.upgrading-spare')],
  'the copies are deleted': [fs.promises, 'rm', (file) => file.endsWith('.upgrade') && finished++ > 0],
};

if (at && (isOf('upgrade') || isOf('upgrade-data'))) {
  const [object, name, isStep] = steps[at];
  const kill = process.kill.bind(process);
  const original = object[name];
  object[name] = (...args) => {
    if (!isStep(...args)) return original.apply(object, args);
    if (filler) {
      if (!fs.existsSync(filler)) fillUp(filler);
      return original.apply(object, args);
    }
    if (isOf('upgrade-data')) kill(process.ppid, 'SIGKILL');
    kill(process.pid, 'SIGKILL');
    return undefined;
  };
  syncBuiltinESMExports();
}

export const names = Object.keys(steps);
