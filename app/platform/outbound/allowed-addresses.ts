/**
 * The addresses of a list such as `10.0.0.5:80, feeds.lan:8080`, as `host:port` and as URLs write them. Undefined if an
 * entry is not a host and a port.
 */
export function parseAllowedAddresses(list: string): string[] | undefined {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const parsed = entries.map(parseEntry);
  return parsed.every((address) => address !== undefined) ? parsed : undefined;
}

function parseEntry(entry: string): string | undefined {
  const [, host, port] = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(entry) ?? [];
  const url = URL.parse(`http://${host}/`);
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return host && url && isPort ? `${url.hostname}:${Number(port)}` : undefined;
}
