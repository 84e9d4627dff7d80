/** How much of a name is shown. */
const SHOWN = 3;

/** 'ada…@example.org': enough to recognize an address, too little to use it. Short names show one letter. */
export function shortenAddress(address: string): string {
  const { name } = partsOf(address);
  return shownTo(address, name.length > 2 * SHOWN ? SHOWN : 1);
}

/** The same of each address of a list, with as many more letters as tell it from the others. */
export function shortenAddresses(addresses: readonly string[]): string[] {
  const groups = Map.groupBy(addresses, shortenAddress);
  return addresses.map((address) => {
    const alike = (groups.get(shortenAddress(address)) ?? []).filter((other) => other !== address);
    if (alike.length === 0) return shortenAddress(address);
    const { name } = partsOf(address);
    const shared = Math.max(...alike.map((other) => countShared(name, partsOf(other).name)));
    return shownTo(address, shared + 1);
  });
}

function partsOf(address: string): { name: string[]; host: string } {
  const at = address.lastIndexOf('@');
  return { name: [...address.slice(0, Math.max(at, 0))], host: address.slice(at) };
}

function shownTo(address: string, letters: number): string {
  const { name, host } = partsOf(address);
  return letters > name.length ? address : `${name.slice(0, letters).join('')}…${host}`;
}

function countShared(one: string[], other: string[]): number {
  const end = one.findIndex((letter, at) => letter !== other[at]);
  return end < 0 ? one.length : end;
}
