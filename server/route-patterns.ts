/** Canonical addresses, as regular expressions. */

/**
 * A path of this form is the page of its route, whatever the routes. Other paths may be as well; only React Router can
 * tell.
 */
export type CanonicalPattern = {
  /** The parameters of the path if it has the form, otherwise undefined. */
  match: (path: string) => Record<string, string> | undefined;
};

/** What each parameter can be; an id by default. */
const ID = '[A-Za-z0-9_-]{1,128}';
const SHAPES: Record<string, string> = { slug: '[a-z0-9-]{1,60}', feed: '[a-z]+\\.[a-z]+' };

/**
 * The canonical form of addresses with the pattern `pattern`, which is one of `all`: an optional last parameter is
 * absent where another route has a fixed word, as in `polls/:id/vote`.
 */
export function canonicalPattern(pattern: string, all: readonly string[]): CanonicalPattern {
  const stem = pattern.replace(/\/:\w+\?$/, '');
  const taken = all.filter(
    (other) => other.startsWith(`${stem}/`) && !other.slice(stem.length).includes(':'),
  );
  const words = taken.map((other) => RegExp.escape(other.slice(stem.length + 1)));
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const source = pattern
    .split(/(\/:\w+\?|:\w+)/)
    .map((part) => {
      const name = /:(\w+)/.exec(part)?.[1];
      if (name === undefined) return RegExp.escape(part);
      const shape = SHAPES[name] ?? ID;
      return part.endsWith('?') ? `(?:/(?!(?:${words.join('|')})$)(${shape}))?` : `(${shape})`;
    })
    .join('');
  const form = new RegExp(`^/${source}$`);
  // React Router prefers an address without parameters if both match.
  const fixed = new Set(all.filter((other) => !/[:*]/.test(other)).map((other) => `/${other}`));
  return {
    match(path) {
      const found = form.exec(path);
      if (!found || (names.length > 0 && fixed.has(path))) return undefined;
      const given = names.map((name, index) => [name, found[index + 1]] as const);
      return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
    },
  };
}
