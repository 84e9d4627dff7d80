/**
 * The HTML that a text typed into an HTML field means. Text without any HTML element is plain: an empty line starts a
 * new paragraph, a line end is kept, and `<` is a character. Character references stay, because stored text that is
 * shown in the field has them. Text of a single line is HTML already, unless it has a `<`.
 */
export function htmlOfTyped(typed: string): string {
  if (!/[\n<]/.test(typed.trim()) || markup.test(typed)) return typed;
  return typed
    .trim()
    .replaceAll('<', '&lt;')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

// The HTML standard's elements, with the obsolete ones that browsers still know.
const elements = `
  a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center
  cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font
  footer form frame frameset h[1-6] head header hgroup hr html i iframe img input ins kbd label legend li link main map
  mark marquee math menu meta meter nav noembed noframes noscript object ol optgroup option output p param picture
  plaintext pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`
  .trim()
  .split(/\s+/)
  .join('|');

const markup = new RegExp(`<!--|</?(?:${elements})(?:[\\s/][^<>]*)?>`, 'i');
