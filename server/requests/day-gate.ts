import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { closedPolicy, fixedHeaders } from '#app/site/fixed-headers.ts';
import { isHealthCheck } from './traffic-class.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const COOKIE = 'belfry-as-of';
const PATH = '/as-of/';

/**
 * Only the browser that opens `path` first sees the site at another moment, where scheduled and deleted items are
 * public: whatever forwards to its port, a reverse proxy of the real site for example, forwards strangers, too. Health
 * checks need no link.
 */
export function openDayGate(settings: Settings, handle: Handle): { path: string; handle: Handle } {
  const link = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  let isUsed = false;
  const headers = {
    ...fixedHeaders(settings),
    'Content-Security-Policy': closedPolicy,
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  };

  function admit(response: ServerResponse): void {
    isUsed = true;
    const cookie = `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax`;
    response.writeHead(303, { ...headers, Location: '/', 'Set-Cookie': cookie }).end();
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(403, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(
      request.method === 'HEAD'
        ? undefined
        : 'This is a private view of the site at another moment. Open the link that its start printed. It works once: start again for a new one.\n',
    );
  }

  return {
    path: PATH + link,
    handle(request, response) {
      const { url = '' } = request;
      if (isHealthCheck(url) || isSame(cookieOf(request), session)) return handle(request, response);
      const isLink = request.method === 'GET' && url.startsWith(PATH) && isSame(url.slice(PATH.length), link);
      return isLink && !isUsed ? admit(response) : refuse(request, response);
    },
  };
}

function cookieOf({ headers }: IncomingMessage): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? '';
}

function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
