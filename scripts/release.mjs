// `npm run release`: builds the archives that a host installs and upgrades to, in dist/.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: false });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await buildIfStale();
  const { writeRelease } = await import('./release/write-release.ts');
  await writeRelease(process.argv.slice(2));
});
