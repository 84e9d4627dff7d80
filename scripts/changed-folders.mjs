import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { root } from './say.mjs';

/**
 * Folders with files that are not as on the main branch, or on it, that the last commit changed, and such files of the
 * project's folder itself. None without git or without earlier commits.
 */
export function listChangedFolders() {
  const base = git('merge-base', 'HEAD', 'origin/main');
  const isMain = !base || base === git('rev-parse', 'HEAD');
  const files = [
    git('diff', '--name-only', isMain ? 'HEAD~1' : base),
    git('ls-files', '--others', '--exclude-standard'),
  ];
  const names = files.flatMap((list) => list.split('\n')).filter(Boolean);
  return [...new Set(names.map((name) => (name.includes('/') ? posix.dirname(name) : name)))];
}

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
