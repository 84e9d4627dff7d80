import { MOST_ADDRESS } from '#app/platform/html/most-address.ts';

/** Parameters that only count readers. */
const TRACKING =
  /^(utm_\w+|hsa_\w+|mtm_\w+|pk_(campaign|kwd|source|medium)|fbclid|gclid|gbraid|wbraid|dclid|gclsrc|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|mc_[ce]id|mkt_tok|oly_(anon|enc)_id|vero_(id|conv)|_hsenc|_hsmi|__hs\w+|_openstat|ref_src|rb_clickid|s_cid|wickedid|ns_(source|mchannel|campaign|linkname)|at_(campaign|medium|custom\d?)|cmpid|ncid|xtor|spm|_ga|_gl)$/i;

/** Parameters that differ from visit to visit: no identity. */
const SESSION = /^(phpsessid|jsessionid|sid|session(_?id)?|token|access_token|sig|signature|expires|nonce)$/i;

/**
 * The whole address of a link in a source, without tracking parameters and passwords; null unless it is http(s), or
 * when it is longer than 2,000 characters. It is written as the source wrote it where nothing had to change.
 */
export function webAddress(written: string | null | undefined, base?: string | null): string | null {
  const text = (written ?? '').trim();
  if (text === '' || text.length > MOST_ADDRESS) return null;
  const url = URL.parse(text, base ?? undefined);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  // Setting them writes the whole address again.
  if (url.username || url.password) url.username = url.password = '';
  const isTracked = removeParameters(url, TRACKING);
  const isAsWritten = !isTracked && /^https?:\/\/[^\s\\@"<>`{}|^]+$/i.test(text);
  const address = isAsWritten ? text : url.href;
  return address.length <= MOST_ADDRESS ? address : null;
}

/**
 * The address as it identifies a page: without tracking and session parameters, fragment, default file and final slash,
 * with its parameters in order. Null like `webAddress`.
 */
export function canonicalAddress(written: string | null): string | null {
  const url = URL.parse(webAddress(written) ?? '');
  if (!url) return null;
  if (!/^#!?\//.test(url.hash)) url.hash = '';
  removeParameters(url, SESSION);
  url.searchParams.sort();
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*$/i, '').replace(/\/(index\.(html?|php))?$/i, '');
  return url.href.replace(/\/(?=$|\?)/, '');
}

/** An identifier without what changes when a site moves: scheme, www, a feed's host, and parameters that track. */
export function looseIdentifier(guid: string): string {
  const address = canonicalAddress(guid);
  if (!address) return guid.trim().toLowerCase();
  const { pathname, search, hash } = new URL(address);
  const path = `${pathname}${search}${hash}`;
  return path.length > 1 ? path.toLowerCase() : address.replace(/^https?:\/\/(www\.)?/i, '').toLowerCase();
}

function removeParameters(url: URL, which: RegExp): boolean {
  if (url.search === '') return false;
  const names = [...url.searchParams.keys()].filter((name) => which.test(name));
  // Deleting writes all parameters in its own way: only where it must.
  for (const name of new Set(names)) url.searchParams.delete(name);
  return names.length > 0;
}
