// `npm run belfry -- COMMAND`: the command-line tool.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

const isServer = process.argv.length === 3 && process.argv[2] === 'start';

process.chdir(root);
await installIfNeeded({ full: false });
await onRuntime(
  fileURLToPath(import.meta.url),
  async () => {
    if (isServer) await buildIfStale();
    await import('../commands/belfry.ts');
  },
  { isServer },
);
