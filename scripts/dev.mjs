// `npm run dev`: serves from the sources; saved files are reloaded in the browser at once.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installIfNeeded } from './install.mjs';
import { onRuntime } from './runtime.mjs';
import { root } from './say.mjs';

process.chdir(root);
await installIfNeeded({ full: true });
await onRuntime(fileURLToPath(import.meta.url), async () => {
  await compileJsx();
  process.argv.push('--dev');
  await import('../server/main.ts');
});

/** Node runs TypeScript as it is, but no JSX, which feeds are written with too: Vite's compiler translates that. */
async function compileJsx() {
  const { resolve } = createRequire(import.meta.resolve('vite'));
  const { transformSync } = await import(pathToFileURL(resolve('rolldown/utils')).href);
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.tsx')) return next(url, context);
      const file = fileURLToPath(url);
      const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
        jsx: { runtime: 'automatic' },
      });
      if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
