import type * as z from 'zod';
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { type OwnUrls, storedHtmlOf, withOwnPaths } from '#app/items/text/own-link.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { findExcess, tidyWithPictures } from '#app/platform/html/sanitize.server.ts';
import type { Town } from '#app/town/town.ts';
import { putTextAt, textAt } from './html-path.ts';
import { listProblems } from './item-schema.ts';
import { type Parsed, withStoredLinks } from './parse-item.server.ts';

type Parsing = Pick<Collection, 'json' | 'source'>;
type Json = Record<string, unknown>;
type Origins = OwnUrls & { town?: Pick<Town, 'siteUrls'> };

/**
 * Checks the input of a draft: what is missing or does not fit yet is kept as typed, so that nothing is lost. Refused are
 * fields that do not exist, values that no form could have, text that is too long, and a draft without a title and
 * without text. HTML and links are as stored. Never throws.
 */
export function parseDraft(collection: Parsing, raw: unknown, context: Origins): Parsed {
  const { siteUrl, siteUrls = context.town?.siteUrls } = context;
  const own = { siteUrl, siteUrls };
  const { schema, htmlFields, tidyInput } = collection.json;
  const tidy = tidyInput?.(raw) ?? raw;
  if (typeof tidy !== 'object' || tidy === null || Array.isArray(tidy))
    return { problems: [{ field: '', message: 'Send an object' }] };
  const input = withStoredLinks(tidy, own);
  const { error } = schema.safeParse(tidy);
  const problems: Problem[] = error ? listProblems({ ...error, issues: error.issues.filter(isGrave) }) : [];
  for (const field of htmlFields) {
    const typed = textAt(input, field);
    if (typeof typed !== 'string') continue;
    const dirty = withOwnPaths(typed, own);
    const excess = findExcess(dirty);
    if (excess) problems.push({ field, message: excess });
    // Pictures that can't be published can still be copied to the library. What is shown is sanitized again.
    else putTextAt(input, field, storedHtmlOf(tidyWithPictures(dirty).trim(), own));
  }
  if (problems.length === 0 && !saysSomething(collection, input))
    problems.push({ field: collection.source.title, message: 'Enter a title or some text' });
  return problems.length > 0 ? { problems } : { input };

  /** A text can become valid by typing on; what is not text can't. */
  function isGrave(issue: z.core.$ZodIssue): boolean {
    if (issue.code === 'unrecognized_keys' || issue.path[0] === 'id') return true;
    if (issue.code === 'too_big') return issue.origin === 'string';
    if (issue.code !== 'invalid_type') return false;
    const value = issue.path.reduce<unknown>(
      (from, key) => (from as Json | undefined)?.[key as string],
      tidy,
    );
    return value !== undefined && value !== null && typeof value !== 'string';
  }
}

/** Whether a draft has a title or text (product contract section 6). */
export function saysSomething(
  { source, json: { htmlFields } }: Pick<Collection, 'source' | 'json'>,
  input: Json,
): boolean {
  return [...new Set([source.title, 'description'])].some((field) => {
    const value = input[field];
    if (typeof value !== 'string') return false;
    if (!htmlFields.includes(field)) return value.trim() !== '';
    return plainTextOf(value) !== '' || /<img /.test(value);
  });
}
