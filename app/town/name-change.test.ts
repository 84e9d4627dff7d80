import { expect, test } from 'vitest';
import { listNameChanges, replaceNames } from './name-change.ts';

const town = { title: 'The Post', town: 'Maple Hollow' };
const change = (from: string, to: string, html: string) => {
  const { html: changed, counts } = replaceNames(html, [{ from, to }], { ...town, town: to });
  return [changed, counts.get(from) ?? 0];
};

test('an old name within the new one is replaced once, and not where the new name is already there', () => {
  expect(change('Hollow', 'Maple Hollow', 'Hollow and Maple Hollow')).toEqual([
    'Maple Hollow and Maple Hollow',
    1,
  ]);
  expect(change('Maple Hollow', 'Maple', 'Maple Hollow, Maple')).toEqual(['Maple, Maple', 1]);
});

test('names may contain special characters of regular expressions and HTML', () => {
  expect(change('St. J (N) $&', 'A $& B', 'St. J (N) $&amp; and StX J')).toEqual(['A $&amp; B and StX J', 1]);
  expect(change('"Q"', 'R', '<img alt="&quot;Q&quot;">"Q"')).toEqual(['<img alt="R">R', 2]);
});

test('only whole words count as a name, also in scripts without spaces', () => {
  expect(change('Elm', 'Oak', 'Elmwood, Elm2, Elm’s')).toEqual(['Elmwood, Elm2, Oak’s', 1]);
  expect(change('東京', '大阪', '東京の広場')).toEqual(['大阪の広場', 1]);
});

test("if the site and the town had the same name, the town's new name is used", () => {
  const names = { title: 'Elm Post', town: 'Elm' };
  const former = { title: 'Maple', town: 'Maple' };
  expect(listNameChanges(names, former)).toEqual([{ from: 'Maple', to: 'Elm' }]);
});
