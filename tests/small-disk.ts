import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** Whether this machine lets a test mount a disk of its own. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export type SmallDisk = {
  /** Starts a program that sees the disk at the folder. */
  wrap: string[];
  /** Where this process sees the program's files in the folder. */
  view: string;
  /** Until not a byte fits. */
  fill: () => void;
  free: () => void;
  close: () => void;
};

/**
 * Mounts a memory disk of this many MiB over a folder, for the programs that `wrap` starts; the folder's content is
 * copied.
 */
export async function openSmallDisk(folder: string, mebibytes: number): Promise<SmallDisk> {
  const script = 'mount -t tmpfs -o "size=$1m,mode=700" tmpfs "$0" && touch "$0/.mounted" && exec sleep 3600';
  const keeper = spawn('unshare', ['-rm', 'sh', '-c', script, folder, String(mebibytes)], {
    stdio: 'ignore',
  });
  const view = `/proc/${keeper.pid}/root${folder}`;
  await until('the disk is there', () => existsSync(join(view, '.mounted')));
  cpSync(folder, view, { recursive: true });
  const filler = join(view, 'filler');
  return {
    wrap: ['nsenter', '--preserve-credentials', '-U', '-m', '-t', String(keeper.pid), '--'],
    view,
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    close: () => void keeper.kill('SIGKILL'),
  };
}

/** Writes smaller and smaller pieces, until not a byte fits. */
export function fillUp(file: string): void {
  for (let size = 1024 ** 2; size >= 512; size /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
