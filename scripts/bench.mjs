// `npm run bench`: what each page costs, next to the least it could cost. Arguments: npm run bench -- --help
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  await import('../bench/main.ts');
});
