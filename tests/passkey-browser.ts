/** A browser with a software authenticator, for a site in this process. */
import type { TestSite } from './open-site.ts';
import { type Lies, makePasskey, type SoftwarePasskey, signByPasskey } from './software-authenticator.ts';

export type PasskeyBrowser = {
  /** Its request headers: its cookies, and its user agent. */
  headers: () => Record<string, string>;
  get: (path: string) => Promise<Response>;
  page: (path: string) => Promise<string>;
  post: (path: string, form?: Record<string, string>) => Promise<Response>;
  /** Adds a passkey to the logged-in account. Throws unless it was added. */
  addPasskey: (lies?: Lies) => Promise<SoftwarePasskey>;
  logInBy: (passkey: SoftwarePasskey, lies?: Lies) => Promise<Response>;
  proveBy: (passkey: SoftwarePasskey) => Promise<Response>;
};

export function openPasskeyBrowser(
  site: TestSite,
  { userAgent = '', cookie = '' }: { userAgent?: string; cookie?: string } = {},
): PasskeyBrowser {
  const jar = new Map(cookie.split('; ').map((pair) => pair.split('=') as [string, string]));
  const headers = () => ({
    Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'User-Agent': userAgent,
  });
  const keep = (response: Response): Response => {
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/Max-Age=0;/.test(header)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const get = async (path: string) => keep(await site.fetch(path, { headers: headers() }));
  const post = async (path: string, form = {}) => keep(await site.post(path, form, headers()));
  const ask = async (path: string, task: string) => {
    const { options } = (await (await post(path, { task })).json()) as { options: never };
    if (!options) throw new Error('the site asks for no passkey');
    return options;
  };
  return {
    headers,
    get,
    post,
    page: async (path) => (await get(path)).text(),
    async addPasskey(lies) {
      const { passkey, credential } = makePasskey(await ask('/account/passkeys/options', 'add'), lies);
      const response = await post('/account/passkeys', { passkey: credential });
      if (response.headers.get('Location') !== '/account/passkeys?saved')
        throw new Error(`the passkey was not added: ${response.status}`);
      return passkey;
    },
    async logInBy(passkey, lies) {
      const options = await ask('/login/passkey', 'login');
      return post('/login', { passkey: signByPasskey(passkey, options, lies) });
    },
    async proveBy(passkey) {
      const options = await ask('/account/passkeys/options', 'prove');
      return post('/account/proof', { passkey: signByPasskey(passkey, options) });
    },
  };
}
