// `npm run taking-part`: a reader suggests an event with a phone, and an editor reviews 20 suggestions with the keyboard.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  await import('../bench/taking-part/main.ts');
});
