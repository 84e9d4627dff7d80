/** The APIs of Mailgun and Resend on loopback, with https, as their documentation describes them; they fail on command. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenSecurely } from './outbound-servers.ts';

export const MAILGUN_API_KEY = 'key-0123456789abcdef';
export const RESEND_API_KEY = 're_0123456789_abcdef';

type Provider = 'mailgun' | 'resend';

/** What arrived: `raw` as it was composed here, from Mailgun; `json` from Resend. */
export type Posted = {
  to: string;
  raw?: Buffer;
  json?: Record<string, unknown>;
  headers: IncomingMessage['headers'];
};

/**
 * Its response to an email instead of success, which it takes nonetheless with 'drop', a connection that is cut, and
 * 'stall', no response at all.
 */
export type Reaction =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'drop'
  | 'stall'
  | undefined;

export async function openProviderApi(provider: Provider) {
  const received: Posted[] = [];
  const api = { react: (_to: string): Reaction | Promise<Reaction> => undefined };
  const server = await listenSecurely((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, isAllowed, read, accepted, refused } = apis[provider];
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const body = await buffer(request);
    if (request.method !== 'POST' || request.url !== path) return void answer(404, refused('Not found'));
    if (!isAllowed(request)) return void answer(401, refused(`API key is invalid`));
    const posted = await read(request, body);
    if (!posted) return void answer(provider === 'mailgun' ? 400 : 422, refused('to parameter is missing'));
    const reaction = await api.react(posted.to);
    if (typeof reaction === 'object')
      return void answer(reaction.status, reaction.body ?? refused('scripted'), reaction.headers);
    received.push(posted);
    if (reaction === 'drop') request.socket.destroy();
    else if (reaction !== 'stall') answer(200, accepted);
  }

  const { port, host } = server;
  const urls = {
    mailgun: `https://api:${MAILGUN_API_KEY}@127.0.0.1:${port}/v3/mg.maple.example?provider=mailgun`,
    resend: `https://${RESEND_API_KEY}@127.0.0.1:${port}?provider=resend`,
  };
  return Object.assign(api, {
    received,
    url: urls[provider],
    /** For FETCH_ALLOW. */
    host,
    knocks: server.knocks,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  });
}

export type ProviderApi = Awaited<ReturnType<typeof openProviderApi>>;

type Api = {
  path: string;
  isAllowed: (request: IncomingMessage) => boolean;
  /** Undefined for an email without a recipient. */
  read: (request: IncomingMessage, body: Buffer) => Promise<Posted | undefined>;
  accepted: unknown;
  refused: (message: string) => unknown;
};

const apis: Record<Provider, Api> = {
  mailgun: {
    path: '/v3/mg.maple.example/messages.mime',
    isAllowed: ({ headers }) =>
      headers.authorization === `Basic ${Buffer.from(`api:${MAILGUN_API_KEY}`).toString('base64')}`,
    async read({ headers }, body) {
      const contentType = headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), {
        headers: { 'Content-Type': contentType },
      }).formData();
      const message = form.get('message');
      if (!(message instanceof Blob) || form.get('o:tracking') !== 'no') return undefined;
      return { to: String(form.get('to')), raw: Buffer.from(await message.arrayBuffer()), headers };
    },
    accepted: { id: '<20261127080000.1@mg.maple.example>', message: 'Queued. Thank you.' },
    refused: (message) => ({ message }),
  },
  resend: {
    path: '/emails',
    isAllowed: ({ headers }) => headers.authorization === `Bearer ${RESEND_API_KEY}`,
    async read({ headers }, body) {
      const json = JSON.parse(body.toString());
      return json.to ? { to: json.to[0], json, headers } : undefined;
    },
    accepted: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' },
    refused: (message) => ({ statusCode: 422, name: 'validation_error', message }),
  },
};
