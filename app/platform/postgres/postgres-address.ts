/** The addresses in DATABASE_URL, as libpq writes them: several servers share the rest. */

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]+)((?:\/[^,?]*)?(?:\?.*)?)$/s;

/**
 * One address per server in `text`: `postgres://u:p@a:5432,b/db` has two. Complete addresses can also be separated by
 * commas. Empty when it is not a PostgreSQL address.
 */
export function listPostgresServers(text: string): string[] {
  const addresses = text.split(/,\s*(?=postgres(?:ql)?:\/\/)/).map((address) => address.trim());
  const servers = addresses.map((address) => {
    const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(address) ?? [];
    return hosts.split(',').map((host) => scheme + user + host.trim() + rest);
  });
  return servers.flat().every(isPostgresUrl) ? servers.flat() : [];
}

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.port !== '0';
}
