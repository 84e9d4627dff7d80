// `npm run setup`: everything that an editor needs to show no errors: all packages, and the types of the routes.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { run } from './run.mjs';
import { onRuntime } from './runtime.mjs';
import { report, root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  const router = join('node_modules', '@react-router', 'dev', 'bin.cjs');
  const { code } = await run(process.execPath, [router, 'typegen']);
  if (code !== 0) process.exit(code);
  report('Packages and types are complete. Let your editor use the TypeScript in node_modules.');
});
