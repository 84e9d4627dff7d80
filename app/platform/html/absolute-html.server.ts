import type { SafeHtml } from './sanitize.server.ts';

/**
 * The same HTML for use outside of this site: every link and picture has its whole address, and attributes that only
 * matter on our pages (targets, lazy loading) are removed. `base` is the address of its page.
 */
export function makeAbsolute(html: SafeHtml, base: string): SafeHtml {
  // Output of `sanitize` has every attribute in double quotes and no bracket inside of one.
  return html.replace(/<(a|img)( [^>]*?)?( \/)?>/g, (_tag, name: string, given = '', end = '') => {
    const kept = [...given.matchAll(/ ([a-z]+)="([^"]*)"/g)].flatMap(
      ([whole, attribute = '', value = '']) => {
        if (attribute === addressOf[name]) return absolute(attribute, value, base);
        return localAttributes.has(attribute) ? [] : [whole];
      },
    );
    return `<${name}${kept.join('')}${end}>`;
  }) as SafeHtml;
}

const addressOf: Record<string, string> = { a: 'href', img: 'src' };

const localAttributes = new Set(['target', 'rel', 'loading', 'decoding', 'referrerpolicy']);

function absolute(attribute: string, value: string, base: string): string[] {
  const url = URL.parse(plainValueOf(value), base);
  return url ? [` ${attribute}="${escapeValue(url.href)}"`] : [];
}

/** The value of an attribute as `sanitize` writes it, without its character references. */
export function plainValueOf(value: string): string {
  const meant: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return value.replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => meant[name] ?? '');
}

/** A text as the value of an attribute, as `sanitize` writes it. */
export function escapeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
