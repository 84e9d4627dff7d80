import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Named, because `.npmrc` may be missing. No install scripts run: no package needs one. */
const INSTALL_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs npm for the project in `folder`, and returns its exit code and output. `limits` are for the Node of npm,
 * `settings` for its environment.
 */
export function runNpm(folder, args, limits = [], settings = {}) {
  const npm = process.env.npm_execpath;
  // Named, because npm passes its own folder to the npm that it runs.
  const named = [...args, '--prefix', folder];
  const options = { quiet: true, cwd: folder, env: { ...process.env, ...settings } };
  if (npm && /\.c?js$/.test(npm) && existsSync(npm))
    return run(process.execPath, [...limits, npm, ...named], options);
  return run('npm', named, { ...options, shell: process.platform === 'win32' });
}

/** Installs exactly what the package-lock.json of `folder` has, in the place of what is installed; like `runNpm`. */
export function installLocked(folder, options = [], limits = [], settings = {}) {
  return runNpm(folder, ['ci', ...options, ...INSTALL_FLAGS], limits, settings);
}
