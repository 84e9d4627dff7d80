// `npm run inbox-day`: a night and a morning of a town with twelve sources, reviewed with the keyboard.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  await import('../bench/inbox-day/main.ts');
});
