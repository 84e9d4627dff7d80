import { existsSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { buildFolder, otherBuilds, projectFolder } from '#app/platform/command-line/project-folder.ts';
import { closedPolicy, fixedHeaders } from '#app/site/fixed-headers.ts';
import type { OpenServices } from './open-services.ts';
import {
  type Listener,
  openRequestListener,
  type RequestListenerOptions,
  type SiteSource,
} from './requests/request-listener.ts';
import { openStaticFiles } from './responses/static-files.ts';

export type ListenerOptions = RequestListenerOptions & { development: boolean; server: Server };

/** Responds to requests with the newest build; in development with the sources, which Vite compiles on request. */
export function openListener(
  open: OpenServices,
  { development, server, ...options }: ListenerOptions,
): Promise<Listener> {
  const { settings } = open.services;
  refuseMalformed(server, { ...fixedHeaders(settings), 'Content-Security-Policy': closedPolicy });
  return development ? openSources(open, server, options) : openBuild(open, options);
}

async function openBuild(open: OpenServices, options: RequestListenerOptions): Promise<Listener> {
  const built = join(buildFolder, 'server/index.js');
  if (!existsSync(built)) throw new Error('The site is not built yet. Run: npm run build');
  const source: SiteSource = {
    module: await import(built),
    files: (fixed) => openStaticFiles(join(buildFolder, 'client'), fixed, otherBuilds),
    development: false,
  };
  return openRequestListener(source, open, options);
}

/** Everything after Vite's own files is the same as in production. What was cached is gone with each change of the code. */
async function openSources(
  open: OpenServices,
  server: Server,
  options: RequestListenerOptions,
): Promise<Listener> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: projectFolder,
    server: { middlewareMode: { server } },
    appType: 'custom',
  });
  let running: { module: SiteSource['module']; listener: Listener } | undefined;
  let isEnding = false;

  async function findListener(): Promise<Listener> {
    const module = (await vite.ssrLoadModule('./server/site.ts')) as SiteSource['module'];
    if (running?.module === module) return running.listener;
    await running?.listener.close();
    const source: SiteSource = { module, files: () => () => false, development: true };
    const listener = openRequestListener(source, open, options);
    if (isEnding) listener.announceEnd();
    running = { module, listener };
    return listener;
  }

  return {
    handle: (request, response) =>
      vite.middlewares(request, response, () => {
        findListener().then(
          (listener) => listener.handle(request, response),
          (error: Error) => {
            vite.ssrFixStacktrace(error);
            open.services.log.error({ err: error }, 'the sources could not be loaded');
            response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(error.stack);
          },
        );
      }),
    announceEnd: () => {
      isEnding = true;
      running?.listener.announceEnd();
    },
    figures: () => running?.listener.figures() ?? [],
    close: async () => {
      await running?.listener.close();
      await vite.close();
    },
  };
}

/** What Node reports about bytes that are not a request, and the status for it; anything else is a 400. */
const statusOfCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Sends the responses that Node would otherwise write itself, so that they have the same `headers` as all others (R-23,
 * 400, 408, 413 and 431 for invalid requests, 417 for an unsupported Expect header. Each closes its connection.
 */
export function refuseMalformed(server: Server, headers: Record<string, string>): void {
  const closing = { ...headers, 'Cache-Control': 'no-store', Connection: 'close', 'Content-Length': '0' };
  const fields = Object.entries(closing).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: SocketInUse) => {
    const isMidResponse = socket._httpMessage?.headersSent ?? false;
    if (!socket.writable || isMidResponse) return void socket.destroy();
    const status = statusOfCode[error.code ?? ''] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n`);
    socket.destroySoon();
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, closing).end();
  });
}

/** The response being sent on a connection, as Node's own handler tracks it: bytes in its middle would corrupt it. */
type SocketInUse = Socket & { _httpMessage?: ServerResponse };
