import { expect, test } from 'vitest';
import { everyElement } from '../../../tests/every-element.ts';
import { sanitize } from './sanitize.server.ts';
import { blocksOf, describeFigure, listFigures, moveFigure, removeFigure } from './text-figures.server.ts';

const text = sanitize(
  '<p>One.</p><figure class="wide" lang="fr"><a href="/a"><img src="/media/a.jpg" alt="A &amp; B" width="4" height="3"></a><figcaption>The <em>roof</em></figcaption></figure>Loose <b>words</b><p><img src="https://example.org/b.jpg" alt="" width="4" height="3"></p><ul><li><img src="/c.jpg" alt="" width="4" height="3"></li></ul>',
);

test('the figures and lone pictures of a text are listed, with what can be changed', () => {
  expect(blocksOf(text).join('')).toBe(text);
  const every = sanitize(everyElement);
  expect(blocksOf(every).join('')).toBe(every);
  expect(listFigures(text)).toEqual([
    { block: 1, src: '/media/a.jpg', alt: 'A & B', caption: 'The roof', width: 'wide' },
    { block: 3, src: 'https://example.org/b.jpg', alt: '', caption: '', width: '' },
  ]);
  expect(listFigures(every).map(({ alt }) => alt)).toEqual(['', 'The library', 'The green', 'The green']);
});

test('describing and moving a picture leaves everything else as it is', () => {
  const [first, second] = listFigures(text) as [
    ReturnType<typeof listFigures>[0],
    ReturnType<typeof listFigures>[0],
  ];
  for (const figure of [first, second]) expect(sanitize(describeFigure(text, figure, figure))).toBe(text);
  const words = { alt: '"<new>"', caption: 'At $& dawn', width: 'half' };
  const changed = sanitize(describeFigure(text, first, words));
  expect(listFigures(changed)[0]).toEqual({ ...first, ...words });
  expect(changed).toMatch(/<figure lang="fr" class="half"><a href="\/a"><img /);
  expect(changed).toContain('</figure>Loose <b>words</b>');
  expect(listFigures(sanitize(describeFigure(text, second, words)))[1]).toEqual({ ...second, ...words });
  expect(moveFigure(text, first, 'up').indexOf('<figure')).toBe(0);
  expect(moveFigure(moveFigure(text, first, 'up'), { ...first, block: 0 }, 'down')).toBe(text);
  expect(moveFigure(text, { ...first, block: 0 }, 'up')).toBe(text);
  expect(removeFigure(text, first)).toMatch(/^<p>One\.<\/p>Loose <b>words<\/b>/);
});
