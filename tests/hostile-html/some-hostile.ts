import { isDeep, someOf } from '../rounds.ts';

const [corpus = '', sanitizer = ''] = ['corpus.ts', '../../app/platform/html/sanitize.server.ts'].map(
  (file) => new URL(file, import.meta.url).href,
);

/** A tenth of these cases for the browser; all of them if the corpus or the sanitizer has changed, and with `--deep`. */
export function someHostile<Case>(cases: Case[]): Case[] {
  return isDeep(corpus) ? cases : someOf(sanitizer, cases, 0);
}
