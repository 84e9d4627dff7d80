import { expect, test } from 'vitest';
import { only, storedFrom } from '../../../../tests/found-items.ts';
import { listDoubts, readFoundIn } from '../../../../tests/read-found.ts';

type Row = Record<string, unknown>;

const read = (row: Row) => {
  const post = { id: 'a', title: 'T', slug: 't', status: 'published', published_at: '2024-05-02 12:00:00' };
  const data = { posts: [{ ...post, ...row }] };
  return readFoundIn('ghost.json', { db: [{ meta: { exported_on: 1, version: '6.65.0' }, data }] });
};
const cardTextOf = async (row: Row) => only(await read(row), 'articles')[0]?.input.description;
const lexical = (...children: Row[]) => JSON.stringify({ root: { type: 'root', children } });
const picture = '__GHOST_URL__/content/images/2026/11/photo.png';
const shown = '<img src="https://ghost.invalid/content/images/2026/11/photo.png"';

test('headers, products and calls to action become headings, pictures, paragraphs and links', async () => {
  const header = `
        <div class="kg-card kg-header-card kg-width-regular " style="background-color: #000" data-background-color="#000">
            <picture><img class="kg-header-card-image" src="${picture}" loading="lazy" alt="" /></picture>
            <div class="kg-header-card-content">
                <div class="kg-header-card-text kg-align-center">
                    <h2 id="head" class="kg-header-card-heading"><span>Head</span></h2>
                    <p id="sub" class="kg-header-card-subheading">Sub <em>line</em></p>
                    <a href="https://a.example" class="kg-header-card-button">Go</a>
                </div>
            </div>
        </div>`;
  expect(await cardTextOf({ html: header })).toBe(
    `<figure>${shown} alt=""></figure><h2><span>Head</span></h2><p>Sub <em>line</em></p><p><a href="https://a.example">Go</a></p>`,
  );
  const product = `<div class="kg-card kg-product-card"><div class="kg-product-card-container">
      <img src="${picture}" width="10" height="10" class="kg-product-card-image" loading="lazy" />
      <div class="kg-product-card-title-container"><h4 class="kg-product-card-title"><span>Cup</span></h4></div>
      <div class="kg-product-card-rating"><span class="kg-product-card-rating-star"><svg><path d="M1"></path></svg></span></div>
      <div class="kg-product-card-description"><p>Warm</p></div>
      <a href="https://s.example" class="kg-product-card-button"><span>Buy</span></a>
  </div></div>`;
  expect(await cardTextOf({ html: product })).toBe(
    `<figure>${shown} alt="Cup" width="10" height="10"></figure><h4>Cup</h4><p>Warm</p><p><a href="https://s.example">Buy</a></p>`,
  );
  const call = `<div class="kg-card kg-cta-card kg-cta-bg-grey" data-layout="minimal">
      <div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"> <span>SPONSORED</span> </div></div>
      <div class="kg-cta-content">
        <div class="kg-cta-image-container"><a href="https://c.example"><img src="${picture}" alt="CTA Image"></a></div>
        <div class="kg-cta-content-inner"><div class="kg-cta-text"> <p>Join <b>us</b></p> </div>
        <a href="https://c.example" class="kg-cta-button"> Yes </a></div>
      </div></div>`;
  expect(await cardTextOf({ html: call })).toBe(
    `<p>SPONSORED</p><figure><a href="https://c.example">${shown} alt=""></a></figure><p>Join <b>us</b></p><p><a href="https://c.example">Yes</a></p>`,
  );
  const player =
    '<p>A</p><figure class="kg-card kg-transistor-card"><iframe data-src="https://partner.transistor.fm/ghost/embed/%7Buuid%7D"></iframe></figure>';
  expect(await cardTextOf({ html: player })).toBe('<p>A</p>');
});

test('a post with a part for members only is a draft, and what no visitor of the site saw is left out', async () => {
  const gate = (who: string) => `<!--kg-gated-block:begin ${who} --><p>Part</p><!--kg-gated-block:end-->`;
  const members = await read({ html: `<p>All</p>${gate('nonMember:false memberSegment:"status:-free"')}` });
  expect(listDoubts(members)).toEqual([
    'doubtful private post a description: Only members could read a part of it: it becomes a draft',
  ]);
  expect(only(members, 'articles')[0]?.input).toMatchObject({ publication: 'draft' });
  const visitors = await read({ html: `<p>All</p>${gate('nonMember:true memberSegment:""')}` });
  expect(listDoubts(visitors)).toEqual([]);
  const card = (nonMember: boolean, memberSegment: string) => ({
    ...{ type: 'html', html: '<p>Part</p>' },
    visibility: { web: { nonMember, memberSegment }, email: { memberSegment: '' } },
  });
  const stored = await read({ html: null, lexical: lexical(card(false, 'status:-free')) });
  expect(only(stored, 'articles')[0]?.input).toMatchObject({ publication: 'draft' });
  expect(await cardTextOf({ html: '', lexical: lexical(card(true, 'status:free'), card(false, '')) })).toBe(
    '<p>Part</p>',
  );
});

test('files that stay at the old site are named', async () => {
  const html =
    '<p><a href="__GHOST_URL__/content/files/2026/11/Plan%20B.pdf">Plan</a> <a href="__GHOST_URL__/about/">About</a></p><div class="kg-card kg-audio-card"><audio src="__GHOST_URL__/content/media/2026/11/a.mp3"></audio><div class="kg-audio-title">Song</div></div>';
  const found = await read({ html });
  expect(listDoubts(found)).toEqual([
    'doubtful file post a description: It links to files that are not imported: Plan B.pdf, a.mp3',
  ]);
  expect(storedFrom(only(found, 'articles')[0] as never).description).toContain('/content/files/2026/11/');
});

test('Lexical: nested lists, labels and pictures of cards are as Ghost shows them', async () => {
  const item = (...children: Row[]) => ({ type: 'listitem', children });
  const list = (...children: Row[]) => ({ type: 'list', listType: 'bullet', children });
  const words = (text: string) => ({ type: 'extended-text', text });
  expect(
    await cardTextOf({
      lexical: lexical(list(item(words('one')), item(list(item(words('in')))), item(words('two')))),
    }),
  ).toBe('<ul><li>one<ul><li>in</li></ul></li><li>two</li></ul>');
  const cards = lexical(
    { type: 'product', productTitle: '<span>Cup</span>', productImageSrc: picture },
    {
      ...{
        type: 'call-to-action',
        textValue: '<p>Join</p>',
        buttonUrl: 'https://c.example',
        buttonText: 'Yes',
      },
      ...{ showButton: false, hasSponsorLabel: true, sponsorLabel: '<p>SPONSORED</p>' },
    },
    { type: 'header', version: 2, header: '<span>Head</span>', backgroundImageSrc: picture },
  );
  expect(await cardTextOf({ lexical: cards })).toBe(
    `<figure>${shown} alt="Cup"></figure><h4><span>Cup</span></h4><p>SPONSORED</p><p>Join</p><figure>${shown} alt=""></figure><h2><span>Head</span></h2>`,
  );
});
