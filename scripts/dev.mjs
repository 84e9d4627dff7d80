// `npm run dev`: serves from the sources; saved files are reloaded in the browser at once.
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  process.argv.push('--dev');
  await import('../server/main.ts');
});
