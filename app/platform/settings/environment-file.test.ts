import { expect, test } from 'vitest';
import { parseEnvironmentFile } from './kept-environment.server.ts';

// How systemd 254 itself reads these texts (src/basic/env-file.c, systemd.exec(5)).
test.each([
  ['A=1\nB=two', { A: '1', B: 'two' }],
  ['MAIL_FROM="Your Town <news@town.example>"\n', { MAIL_FROM: 'Your Town <news@town.example>' }],
  ['MAIL_FROM=Your Town <news@town.example>\n', { MAIL_FROM: 'Your Town <news@town.example>' }],
  [
    'DATABASE_URL=postgres://b:p@h/b?a=1&sslmode=require',
    { DATABASE_URL: 'postgres://b:p@h/b?a=1&sslmode=require' },
  ],
  ['BELFRY_SECRET=a#b;c $HOME `id` $(id)', { BELFRY_SECRET: 'a#b;c $HOME `id` $(id)' }],
  ['# a comment\n; another\n\n  A=1', { A: '1' }],
  ['A=1 # not a comment', { A: '1 # not a comment' }],
  ["A='it is # \\n so'", { A: 'it is # \\n so' }],
  ['A="say \\"hi\\" \\\\ \\$5 \\` \\n"', { A: 'say "hi" \\ $5 ` \\n' }],
  ['A="one\ntwo"', { A: 'one\ntwo' }],
  ['A=one\\\ntwo', { A: 'onetwo' }],
  ['A="one\\\ntwo"', { A: 'onetwo' }],
  ['A=a\\ b\\"c', { A: 'a b"c' }],
  ['A=it\'s "so"', { A: 'it\'s "so"' }],
  ['A="one"  \'two\'', { A: 'onetwo' }],
  ['A=  spaced out  \t\n', { A: 'spaced out' }],
  ['A="  kept  "  ', { A: '  kept  ' }],
  ['A=\nB=""', { A: '', B: '' }],
  ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['A=1\nA=2', { A: '2' }],
  ['A =1', { A: '1' }],
  ['export A=1\n1B=2\nnonsense\nC=3', { C: '3' }],
])('%j is read as systemd reads it', (text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual(variables);
});
