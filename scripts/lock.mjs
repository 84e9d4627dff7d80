import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fail, root } from './say.mjs';

const CHECK_MS = 200;

/**
 * Runs `work` while no other process runs work of the same name in this checkout; others wait for it. A lock that is
 * older than `longestMs`, or whose process is gone, counts as free. Ends the process with one line when nothing can be
 * written here.
 */
export async function withLock(name, longestMs, work) {
  const file = join(root, '.cache', `${name}.lock`);
  while (!take(file, longestMs)) await setTimeout(CHECK_MS);
  const unlock = () => rmSync(file, { force: true });
  process.once('exit', unlock);
  try {
    return await work();
  } finally {
    process.off('exit', unlock);
    unlock();
  }
}

function take(file, longestMs) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`Nothing can be written to ${root}: ${error.message}`);
    if (!isHeld(file, longestMs)) rmSync(file, { force: true });
    return false;
  }
}

/** A killed process leaves its lock behind; its process number may be reused by now. */
function isHeld(file, longestMs) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    const isOld = Date.now() - statSync(file).mtimeMs > longestMs;
    return !isOld && holder !== process.pid && (holder === 0 || process.kill(holder, 0));
  } catch (error) {
    return error.code === 'EPERM';
  }
}
