// `npm run build`: builds what `npm start` would, without serving it.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { report, root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: false });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  report('The build is up to date.');
});
