// `npm run belfry -- COMMAND`: the operator's tool.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: false });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  const args = process.argv.slice(2);
  if (args.length === 1 && args[0] === 'start') await buildIfStale();
  await import('../commands/belfry.ts');
});
