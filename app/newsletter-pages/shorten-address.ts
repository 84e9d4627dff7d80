/** How much of a name is shown. */
const SHOWN = 3;

/** 'ada…@example.org': enough to recognize an address, too little to use it. Short names show one letter. */
export function shortenAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = [...address.slice(0, Math.max(at, 0))];
  return `${name.slice(0, name.length > 2 * SHOWN ? SHOWN : 1).join('')}…${address.slice(at)}`;
}
