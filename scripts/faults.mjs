// `npm run faults`: causes real faults and checks whether anything is lost. Arguments: npm run faults -- --help
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  await import('../faults/main.ts');
});
