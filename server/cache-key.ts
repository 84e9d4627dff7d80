/** The query parameters that a public address means something by; all others are left out of the key and the page. */
const listParameters = ['page', 'after', 'before'];
const apiListParameters = ['limit', 'after', 'before', 'from'];

const exact: Record<string, readonly string[]> = {
  '/articles': listParameters,
  '/news': listParameters,
  '/events': listParameters,
  '/polls': listParameters,
  '/businesses': [...listParameters, 'category'],
  '/about': [],
  '/contact': [],
  '/privacyPolicy': [],
  '/api/openapi.json': [],
  '/api/v1/articles': apiListParameters,
  '/api/v1/news': apiListParameters,
  '/api/v1/events': apiListParameters,
  '/api/v1/polls': apiListParameters,
  '/api/v1/businesses': apiListParameters,
};

const detail = /^\/(articles|news|events|polls|businesses)\/[A-Za-z0-9_-]{1,128}(\.ics)?$/;

const MAX_KEY_LENGTH = 1000;

/**
 * The address in its one normal form if a page under it may be kept for everybody, else undefined. Unknown parameters
 * are gone from it, known ones stand in a fixed order.
 */
export function cacheableAddress(address: string): string | undefined {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const parameters = Object.hasOwn(exact, path) ? exact[path] : detail.test(path) ? [] : undefined;
  if (!parameters || address.length > MAX_KEY_LENGTH) return undefined;
  return at < 0 ? path : withParameters(path, new URLSearchParams(address.slice(at + 1)), parameters);
}

function withParameters(path: string, given: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
