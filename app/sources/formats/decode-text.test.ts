import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test('a byte order mark decides before everything else', () => {
  const utf16 = Buffer.from('\ufeff<rss>é</rss>', 'utf16le');
  expect(decodeText(utf16, 'text/xml; charset=windows-1252')).toBe('<rss>é</rss>');
  expect(decodeText(utf16.swap16())).toBe('<rss>é</rss>');
  expect(decodeText(Buffer.from('\ufeffé'), 'text/xml; charset=koi8-r')).toBe('é');
});

test('the charset of the response decides before the XML declaration, and that before UTF-8', () => {
  const bytes = latin('<?xml version="1.0" encoding="koi8-r"?>\xc1');
  expect(decodeText(bytes, 'text/xml; charset=iso-8859-1')).toContain('Á');
  expect(decodeText(bytes, 'text/xml')).toContain('а');
  expect(decodeText(Buffer.from('<rss>é'))).toBe('<rss>é');
});

test('a wrong declaration does not garble UTF-8, and an unknown one does not matter', () => {
  for (const label of ['iso-8859-1', 'windows-1252', 'no-such-charset', 'utf-16'])
    expect(decodeText(Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>café</a>`))).toContain('café');
});

test('UTF-16 without a mark is recognized by its XML declaration', () => {
  expect(decodeText(Buffer.from('<?xml version="1.0"?>é', 'utf16le'))).toContain('é');
});

test('text that says nothing and is not UTF-8 is guessed', () => {
  expect(decodeText(latin('Le caf\xe9 de la place est ouvert \x96 tous les jours'))).toContain(
    'café de la place est ouvert –',
  );
});
