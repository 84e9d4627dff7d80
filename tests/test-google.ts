/** A real OpenID provider on loopback in place of Google, with a page for choosing the user. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';

/** `hd` is the organization whose email Google runs. */
export type Person = { email: string; email_verified: boolean; hd?: string };

export type TestGoogle = AsyncDisposable & {
  issuer: string;
  /** The environment of a site that uses it. */
  environment: { GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string; GOOGLE_ISSUER: string };
  /** The users by the name on the button, which is also the `sub`. Can be changed at any time. */
  people: Record<string, Person>;
  /** Registers the site that uses it; before that it responds to nothing. */
  serve(siteUrl: string): Promise<void>;
};

type Options = {
  people: Record<string, Person>;
  /** Leaves the address out of the ID token, as in the standard; Google includes it. */
  addressOnlyOnRequest?: boolean;
  port?: number;
};

const client = { client_id: 'belfry-test', client_secret: 'a secret for the tests only' };

/** Starts a provider on a free port; it ends with the scope (`await using`). */
export async function openTestGoogle({
  people,
  addressOnlyOnRequest = false,
  port = 0,
}: Options): Promise<TestGoogle> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    environment: {
      GOOGLE_CLIENT_ID: client.client_id,
      GOOGLE_CLIENT_SECRET: client.client_secret,
      GOOGLE_ISSUER: issuer,
    },
    people,
    async serve(siteUrl) {
      const redirectUri = `${siteUrl}/login/google/callback`;
      const provider = await openProvider(
        issuer,
        configurationOf({ people, redirectUri, addressOnlyOnRequest }),
      );
      const answer = provider.callback();
      server.on('request', (request, response) => {
        if (request.url?.startsWith('/choose/')) choose(provider, people, request, response);
        else answer(request, response);
      });
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

type Traits = { people: Record<string, Person>; redirectUri: string; addressOnlyOnRequest: boolean };

function configurationOf({ people, redirectUri, addressOnlyOnRequest }: Traits): Record<string, unknown> {
  return {
    clients: [{ ...client, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    conformIdTokenClaims: addressOnlyOnRequest,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    loadExistingGrant,
  };
}

/** The package prints warnings about everything that makes it unfit for production. */
async function openProvider(issuer: string, configuration: Record<string, unknown>): Promise<Provider> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const { default: OpenIdProvider } = await import('oidc-provider');
    return new OpenIdProvider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

let key: object | undefined;

/** One for all, because making one takes up to a second. */
function signingKey(): object {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return { ...key, use: 'sig', alg: 'RS256', kid: 'test' };
}

type GrantContext = {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
  };
};

/** No consent page: choosing a user is enough. */
async function loadExistingGrant({ oidc }: GrantContext): Promise<object> {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope('openid email');
  await grant.save();
  return grant;
}

function choose(
  provider: Provider,
  people: Record<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { searchParams, pathname } = new URL(request.url ?? '/', 'http://localhost');
  const name = searchParams.get('as');
  if (name === 'nobody') void provider.interactionFinished(request, response, { error: 'access_denied' });
  else if (name) void provider.interactionFinished(request, response, { login: { accountId: name } });
  else {
    const links = [...Object.keys(people), 'nobody'].map(
      (person) => `<p><a href="${pathname}?as=${person}">${person}</a></p>`,
    );
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><title>Who are you?</title>${links.join('')}`);
  }
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
