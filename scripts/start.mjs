// `npm start`: installs and builds what is missing or old, then serves.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: false });
await onRuntime(
  fileURLToPath(import.meta.url),
  async () => {
    await buildIfStale();
    await import('../build/server/main.js');
  },
  { isServer: true },
);
