/**
 * The tree of React elements that the built site renders for an address, taken where it hands it to React: so the
 * limit renders exactly what we render, with the data loaded once, and nothing in the site has to know of it.
 */
import { registerHooks } from 'node:module';
import type { ReactNode } from 'react';
import { readSettings } from '#app/settings.server.ts';
import { openServices } from '../server/open-services.ts';

const BUILT = new URL('../build/server/index.js', import.meta.url).href;
const RENDERER = 'react-dom/server';
const CATCHER = 'bench:react-dom-server';

const caught = globalThis as { benchTree?: ReactNode };

/** Answers a function that renders the tree anew. Throws when the site does not render with `renderToString`. */
export async function openTree(path: string, environment: NodeJS.ProcessEnv): Promise<() => string> {
  catchTrees();
  const { createSite } = (await import(BUILT)) as typeof import('../server/site.ts');
  const { renderToString } = await import('react-dom/server');
  const { services, close } = await openServices(readSettings(environment));
  const response = await createSite(services)(new Request(services.settings.url + path), '127.0.0.1');
  const text = await response.text();
  await close();
  const tree = caught.benchTree;
  if (tree === undefined) throw new Error(`${path} is not rendered by ${RENDERER}'s renderToString`);
  const render = () => `<!DOCTYPE html>${renderToString(tree)}`;
  if (render() !== text) throw new Error(`${path} does not render to what the site sends`);
  return render;
}

/** What the build imports as React's server renderer is one that remembers what it was given. */
function catchTrees(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== RENDERER || context.parentURL !== BUILT) return next(specifier, context);
      return { url: CATCHER, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (url !== CATCHER) return next(url, context);
      const real = JSON.stringify(import.meta.resolve(RENDERER));
      return { format: 'module', shortCircuit: true, source: catcherSource(real) };
    },
  });
}

function catcherSource(real: string): string {
  return `
    export * from ${real};
    import { renderToString as render } from ${real};
    export function renderToString(tree, options) {
      globalThis.benchTree = tree;
      return render(tree, options);
    }
  `;
}
