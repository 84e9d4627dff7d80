/**
 * The tree of React elements that the built site renders for an address, taken where it hands it to React: so the
 * limit renders exactly what we render, with the data loaded once, and nothing in the site has to know of it.
 */
import { createServer, type Server } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { ReactNode } from 'react';
import { readSettings } from '#app/settings.server.ts';
import { openServices } from '../server/open-services.ts';
import { openListener } from '../server/request-listener.ts';
import { asker } from './one-request.ts';

const BUILT = new URL('../build/server/', import.meta.url).href;
const RENDERER = 'react-dom/server';
const CATCHER = 'bench:react-dom-server';

const caught = globalThis as { benchTree?: ReactNode };

/** Answers a function that renders the tree anew. Throws when the site does not render with `renderToString`. */
export async function openTree(path: string, environment: NodeJS.ProcessEnv): Promise<() => string> {
  catchTrees();
  const text = await askOnce(path, environment);
  const { renderToString } = await import('react-dom/server');
  const tree = caught.benchTree;
  if (tree === undefined) throw new Error(`${path} is not rendered by ${RENDERER}'s renderToString`);
  const render = () => `<!DOCTYPE html>${renderToString(tree)}`;
  if (render() !== text) throw new Error(`${path} does not render to what the site sends`);
  return render;
}

/** What the whole site answers, from the socket on; it is opened in this process for that one request. */
async function askOnce(path: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const open = await openServices(readSettings(environment));
  const server = createServer();
  const listener = await openListener(open, { development: false, server });
  server.on('request', listener.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { 'accept-encoding': 'identity', connection: 'close' };
  const { body } = await asker({ url: `http://localhost:${port}` })(path, { agent: false, headers });
  await close(server);
  await listener.close();
  await open.close();
  return body.toString();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** What the build imports as React's server renderer is one that remembers what it was given. */
function catchTrees(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== RENDERER || !context.parentURL?.startsWith(BUILT)) return next(specifier, context);
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
