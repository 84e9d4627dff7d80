import fc from 'fast-check';
import { corpus } from './corpus.ts';

const tags =
  `p div ul ol li dl dt dd b i a table tbody tr td th caption h1 h2 figure blockquote pre span img br hr section form
  button select option textarea noscript template style script title svg math mtext mglyph foreignObject desc iframe xmp
  plaintext nobr font center frameset body html head base meta link input image object`.split(/\s+/);

const attributes = [
  'href="/x"',
  'href="https://x.example/"',
  'href=javascript:x',
  'src="/x.png"',
  'src=x',
  'onerror=x',
  'title="',
  "title='",
  'style="width:1px"',
  'width=1',
  'width=600',
  'id=x',
  'lang="fr"',
  '/',
  '"',
  '>',
  '=',
];

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...tags).map((tag) => `<${tag}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...tags).map((tag) => `</${tag}>`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...tags), fc.array(fc.constantFrom(...attributes), { maxLength: 4 }))
      .map(([tag, list]) => `<${tag} ${list.join(' ')}>`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<!--',
      '-->',
      '--!>',
      '<![CDATA[',
      ']]>',
      '<?',
      '<!',
      '</',
      '<',
      '>',
      '"',
      '&lt;',
      '&#1;',
      '&',
      '\0',
      ' ',
      'x',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

/** Hostile snippets with a part cut out and put in elsewhere. */
const mutation = fc
  .tuple(
    fc.constantFrom(...corpus.map(({ html }) => html).filter((html) => html.length < 2000)),
    fc.nat(),
    fc.nat(),
    fc.nat(),
    piece,
  )
  .map(([html, from, to, at, more]) => {
    const [start, end] = [from % (html.length + 1), to % (html.length + 1)].sort((a, b) => a - b);
    const rest = html.slice(0, start) + html.slice(end);
    const place = at % (rest.length + 1);
    return `${rest.slice(0, place)}${more}${html.slice(start, end)}${rest.slice(place)}`;
  });

/** HTML that nobody wrote: pieces of markup and of hostile snippets, in any order. */
export const anyHtml = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.array(fc.oneof(piece, mutation), { maxLength: 6 }).map((pieces) => pieces.join('')),
);
