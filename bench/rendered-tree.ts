/**
 * The tree of React elements that the built site renders for an address, captured where it is passed to React: so the
 * limit renders exactly what the site renders, with the data loaded once, and the site needs no code for it.
 */
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { ReactNode } from 'react';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { openListener } from '../server/open-listener.ts';
import { openServices } from '../server/open-services.ts';
import { asker } from './one-request.ts';

/** Node names the files of a build by its own folder, to which `build` is a link. */
const BUILT = pathToFileURL(realpathSync(new URL('../build/server', import.meta.url))).href;

/** React is part of the build: a tree can only be rendered by the React that created it. */
type Caught = { tree: ReactNode; render: (tree: ReactNode) => string };

const caught = globalThis as { benchTree?: Caught };

/** Returns a function that renders the tree again. Throws when the site does not render with `renderToString`. */
export async function openTree(path: string, environment: NodeJS.ProcessEnv): Promise<() => string> {
  catchTrees();
  const text = await askOnce(path, environment);
  if (!caught.benchTree) throw new Error(`${path} is not rendered by React's renderToString`);
  const { tree, render } = caught.benchTree;
  const renderAnew = () => `<!DOCTYPE html>${render(tree)}`;
  if (mainOf(renderAnew()) !== mainOf(text))
    throw new Error(`${path} does not render to what the site sends`);
  return renderAnew;
}

/** The site adds parts that React does not render, such as its styles as text. */
function mainOf(html: string): string | undefined {
  return /<main.*<\/main>/s.exec(html)?.[0];
}

/** The response of the whole site from the socket on; the site is opened in this process for that one request. */
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

/** The build's React renderer, changed to remember its argument. */
function catchTrees(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith(BUILT) || !loaded.source) return loaded;
      return { ...loaded, source: remembering(String(loaded.source)) };
    },
  });
}

function remembering(source: string): string {
  return source.replace(
    /(exports\w*)\.renderToString = function ?\((\w+), ?\w+\) ?\{/g,
    '$& globalThis.benchTree = { tree: $2, render: $1.renderToString };',
  );
}
