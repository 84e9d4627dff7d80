import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { Database } from '#app/database/connect.server.ts';
import type { Services } from '#app/services.server.ts';
import { type CachedPages, openCachedPages } from './cached-pages.ts';
import { compressed } from './compressed-response.ts';
import type { OpenServices } from './open-services.ts';
import { watchPressure } from './pressure.ts';
import { projectFolder } from './project-folder.ts';
import { watchRevisions } from './revision-watch.ts';
import type { Site } from './site.ts';
import { openStaticFiles } from './static-files.ts';

export type Listener = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/** Answers requests: files of the build first, then the site. In development Vite compiles both as they are asked for. */
export async function openListener(
  { services, database }: OpenServices,
  { development, server }: { development: boolean; server: Server },
): Promise<Listener> {
  return development ? openDevelopment(services, server) : openProduction(services, database);
}

async function openProduction(services: Services, database: Database): Promise<Listener> {
  const built = join(projectFolder, 'build/server/index.js');
  if (!existsSync(built)) throw new Error('The site is not built yet. Run: npm run build');
  const { createSite, createSharedPages } = (await import(built)) as typeof import('./site.ts');
  const site = createSite(services);
  const files = openStaticFiles(join(projectFolder, 'build/client'));
  const watch = watchRevisions(database, services.settings.dataFolder);
  const pressure = watchPressure();
  const sources = { site, shared: createSharedPages(services), watch, pressure };
  const cached = openCachedPages(sources, services);
  const rest = (request: IncomingMessage, response: ServerResponse) => {
    if (!files(request, response)) void answer(site, services, request, response);
  };
  return {
    handle: (request, response) => {
      if (refuseOddities(request, response)) return;
      const done = answerFromCache(cached, services, request, response);
      if (done === false) rest(request, response);
      else if (done !== true) void done.then((isDone) => isDone || rest(request, response));
    },
    close: async () => {
      pressure.close();
      watch.close();
    },
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Requests that no page or call could mean: other methods, and targets that are no path. Says whether it was one. */
function refuseOddities({ method = '', url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (METHODS.includes(method) && url.startsWith('/')) return false;
  const status = METHODS.includes(method) ? 400 : 405;
  response.writeHead(status, { Allow: METHODS.join(', '), 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(
    status === 405
      ? 'This address does not take that kind of request.'
      : 'The server could not read this request.',
  );
  return true;
}

/** A cache that fails costs time, not the answer: the site makes the page, or says what is wrong. */
function answerFromCache(
  cached: CachedPages,
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
): boolean | Promise<boolean> {
  const failed = (error: unknown) => {
    services.log.error({ err: error }, 'the page cache failed');
    return response.headersSent;
  };
  try {
    const done = cached(request, response);
    return typeof done === 'boolean' ? done : done.catch(failed);
  } catch (error) {
    return failed(error);
  }
}

async function openDevelopment(services: Services, server: Server): Promise<Listener> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: { server } },
    appType: 'custom',
  });
  const site: Site = async (request, address) => {
    const module = (await vite.ssrLoadModule('./server/site.ts')) as typeof import('./site.ts');
    return module.createSite(services, { development: true })(request, address);
  };
  return {
    handle: (request, response) =>
      vite.middlewares(request, response, () => void answer(site, services, request, response)),
    close: () => vite.close(),
  };
}

async function answer(site: Site, services: Services, message: IncomingMessage, response: ServerResponse) {
  try {
    // Never from the Host header: nothing is built from what a client can choose.
    const { protocol, host } = new URL(services.settings.url);
    const request = createRequest(message, response, { protocol, host });
    await sendResponse(
      response,
      await compressed(message, await site(request, addressOf(message, services))),
    );
  } catch (error) {
    services.log.error({ err: error }, 'request failed');
    if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Something went wrong on our side. Please try again later.');
  }
}

/** The client's address: the n-th entry from the right of X-Forwarded-For with n trusted proxies, else the socket's. */
function addressOf(message: IncomingMessage, { settings }: Services): string {
  const socketAddress = message.socket.remoteAddress ?? '';
  if (settings.trustProxy === 0) return socketAddress;
  const forwarded = String(message.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim());
  return forwarded.at(-settings.trustProxy) || socketAddress;
}
