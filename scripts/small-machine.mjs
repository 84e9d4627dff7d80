// `npm run small-machine -- ARCHIVE`: what a release needs on 512 MB and one core (docs/performance.md).
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await import('../bench/small-machine.ts');
});
