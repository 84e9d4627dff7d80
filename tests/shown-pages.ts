/** A failed assertion about a page shows the part that differs, not the whole page with its styles. */
import { chai } from 'vitest';

const AROUND = 200;

const METHODS = ['toContain', 'toMatch', 'toBe', 'toEqual'];
const SHORT = Symbol.for('shows short pages');

chai.use(({ Assertion }, { overwriteMethod, flag }) => {
  // The files of a process run this again.
  if (Object.hasOwn(Assertion.prototype, SHORT)) return;
  Object.defineProperty(Assertion.prototype, SHORT, { value: true });
  for (const method of METHODS) overwriteMethod(Assertion.prototype, method, shorten);

  function shorten(original: (...values: unknown[]) => unknown) {
    return function assert(this: object, ...values: unknown[]) {
      try {
        return original.apply(this, values);
      } catch (error) {
        const page: unknown = flag(this, 'object');
        if (typeof page === 'string' && page.startsWith('<!DOCTYPE'))
          Object.assign(error as Error, describeDifference(page, values[0]));
        throw error;
      }
    };
  }
});

function describeDifference(page: string, wanted: unknown): { actual: string; expected: unknown } {
  const shown = withoutStyles(page);
  if (typeof wanted !== 'string') return { actual: cut(shown, findPattern(shown, wanted)), expected: wanted };
  const text = withoutStyles(wanted);
  const prefix = findLongestPrefix(shown, text);
  const at = prefix ? shown.indexOf(prefix) + prefix.length : findContent(shown);
  return { actual: cut(shown, at), expected: cut(text, prefix.length) };
}

function withoutStyles(page: string): string {
  return page.replace(/<style>[^<]*<\/style>/g, '<style>…</style>');
}

/** Where the page has the pattern, or what it begins with. */
function findPattern(page: string, pattern: unknown): number {
  if (!(pattern instanceof RegExp)) return findContent(page);
  const [literal = ''] = /^[^\\^$.*+?()[\]{}|]*/.exec(pattern.source.replaceAll('\\/', '/')) ?? [];
  const found = page.search(pattern);
  return found >= 0 ? found : page.indexOf(findLongestPrefix(page, literal) || '<main');
}

function findContent(page: string): number {
  return page.indexOf('<main');
}

function findLongestPrefix(page: string, text: string): string {
  let [found, missing] = [0, text.length + 1];
  while (missing - found > 1) {
    const middle = (found + missing) >> 1;
    if (page.includes(text.slice(0, middle))) found = middle;
    else missing = middle;
  }
  return text.slice(0, found);
}

function cut(text: string, at: number): string {
  const [start, end] = [Math.max(0, at - AROUND), Math.max(0, at) + AROUND];
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
