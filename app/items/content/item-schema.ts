/** The kinds of fields: one schema serves form, API, import and OpenAPI. */
import * as z from 'zod';
import type { Problem } from '#app/items/collection/collection.ts';
import { isDocumentId } from '#app/platform/media/documents/document-types.ts';
import { isPictureId } from '#app/platform/media/picture-sizes.ts';
import { field, withFacts } from './item-fields.ts';
import { isItemId } from './item-id.ts';

/** The id of an item (product contract section 4): a URL segment, never 'add', which means create. */
export const itemId = field(
  'ID',
  z
    .string('Enter an id')
    .refine(isItemId, "Use at most 128 letters, digits, - and _, but not 'add'")
    .meta({ example: '7d2f0c1e-58b4-4a0e-9b7c-2a61c9d0e4f3' }),
  { kind: 'id', required: true, isDetail: true },
);

/** The arguments of `max`: overlong text is refused before any other check. */
export function atMost(length: number): [number, { error: string; abort: true }] {
  return [length, { error: `Use at most ${length} characters`, abort: true }];
}

/** One line of text, required. `what` completes 'Enter …'. */
export function requiredLine(what: string, maxLength = 500) {
  const schema = z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(maxLength))
    .refine(isOneLine, 'Use one line of text');
  return withFacts(schema, { kind: 'line', required: true });
}

/** One line of text, optional: absent, null and '' all mean null. */
export function optionalLine(maxLength = 500) {
  return emptyIsNull(
    z
      .string('Enter some text')
      .trim()
      .max(...atMost(maxLength))
      .refine(isOneLine, 'Use one line of text'),
  );
}

/** The same; spaces alone mean null, too. */
export function optionalWords(maxLength: number) {
  const schema = optionalLine(maxLength).transform((text) => text || null);
  return withFacts(schema, { output: z.string().nullable() });
}

/** One of a few words; the first where it is absent. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const schema = z.enum(words, `Use one of ${words.join(', ')}`).default(words[0] as never);
  return withFacts(schema, { kind: 'choice', required: true, output: z.enum(words) });
}

/** Yes or no; no where it is absent. */
export function yesOrNo(message: string) {
  return withFacts(z.boolean(message).default(false), { kind: 'check', output: z.boolean() });
}

/** A paragraph, required: line breaks and repeated spaces become single spaces. */
export function requiredParagraph(what: string, maxLength: number) {
  return requiredText(what, maxLength).transform(onOneLine);
}

/** A paragraph, optional: absent, null and '' all mean null. */
export function optionalParagraph(maxLength: number) {
  return emptyIsNull(
    z
      .string('Enter some text')
      .trim()
      .max(...atMost(maxLength))
      .refine(hasNoControls, 'Remove the control characters')
      .transform(onOneLine),
  );
}

/** A list, optional: absent and null mean an empty one. */
export function optionalList<Schema extends z.ZodType<unknown[]>>(schema: Schema) {
  return z
    .preprocess((value) => value ?? [], schema)
    .optional()
    .transform((list) => list ?? ([] as unknown as z.output<Schema>));
}

/** Text with line breaks, required. */
export function requiredText(what: string, maxLength = 10_000) {
  const schema = z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(maxLength))
    .refine(hasNoControls, 'Remove the control characters');
  return withFacts(schema, { kind: 'text', required: true });
}

/** HTML, required; it is sanitized after validation. */
export function requiredHtml(what: string) {
  return withFacts(requiredText(what, 512 * 1024), { kind: 'html', required: true });
}

/** HTML, optional: absent, null and an empty paragraph of the editor all mean ''. */
export function optionalHtml() {
  const schema = z
    .preprocess(
      (value) => value ?? '',
      z
        .string('Enter some text')
        .trim()
        .max(...atMost(512 * 1024))
        .refine(hasNoControls, 'Remove the control characters')
        .transform((value) => value.replace(/^(<p>(<br ?\/?>)?<\/p>\s*)+$/, '')),
    )
    .optional()
    .transform((value) => value ?? '');
  return withFacts(schema, { kind: 'html', output: z.string() });
}

/** An http or https address. Nothing else is ever rendered as a link (product contract section 2). */
export function requiredUrl(what: string) {
  return withFacts(webUrl(`Enter ${what}`), { kind: 'url', required: true });
}

export function optionalUrl() {
  return withFacts(emptyIsNull(webUrl('Enter an address')), { kind: 'url' });
}

/** A picture: an https or http address, or a path on this site. */
export function requiredImageUrl(what: string) {
  const schema = z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(2000))
    .transform((value) => value.replaceAll(' ', '%20'))
    .refine(
      (value) => isWebUrl(value) || /^\/(?![/\\\s])/.test(value),
      'Enter a URL that begins with https://',
    );
  return withFacts(schema, { kind: 'line', required: true, output: z.string() });
}

/** The id of a picture of the library, the item's lead picture: absent, null and '' all mean null. */
export function optionalPicture() {
  const schema = emptyIsNull(z.string(NO_PICTURE_ID).refine(isPictureId, NO_PICTURE_ID)).meta({
    description: 'The id of its lead picture, or null',
  });
  return field('Picture', schema, { kind: 'picture' });
}

/** The ids of documents of the library, in order, each once: absent and null mean none. */
export function itemDocuments() {
  const schema = optionalList(
    z
      .array(z.string(NO_DOCUMENT_ID).refine(isDocumentId, NO_DOCUMENT_ID), 'Enter a list of ids')
      .max(MOST_DOCUMENTS, `Use at most ${MOST_DOCUMENTS} documents`),
  )
    .transform((ids) => [...new Set(ids)])
    .meta({ description: 'The ids of its documents, in the order in which readers see them' });
  return field('Document', withFacts(schema, { output: z.array(z.string()) }), {
    kind: 'documents',
    hint: 'Shown below the text, in this order.',
  });
}

/** The id of a document of the library: absent, null and '' all mean null. */
export function optionalDocument() {
  return emptyIsNull(z.string(NO_DOCUMENT_ID).refine(isDocumentId, NO_DOCUMENT_ID));
}

const NO_DOCUMENT_ID = 'Choose a document from the library';

/** Of an item. */
export const MOST_DOCUMENTS = 50;

/** Checked input, in which the lead picture and the documents may be missing. */
export type Pictured<Input extends { picture: string | null; documents: string[] }> = Omit<
  Input,
  'picture' | 'documents'
> &
  Partial<Pick<Input, 'picture' | 'documents'>>;

const NO_PICTURE_ID = 'Choose a picture from the library';

export function optionalEmail() {
  const schema = emptyIsNull(
    z
      .string('Enter an email address')
      .max(...atMost(254))
      .check(z.email('Enter an email address')),
  );
  return withFacts(schema, { kind: 'email' });
}

/** An optional instant: absent, null and '' all mean null. */
export function optionalInstant(what: string) {
  const schema = z
    .preprocess((value) => (value === '' || value === undefined ? null : value), z.nullable(instant(what)))
    .optional()
    .transform((value) => value ?? null);
  return withFacts(schema, { kind: 'datetime', isInstant: true, output: z.iso.datetime().nullable() });
}

/** An instant: ISO 8601 with its offset outside, UTC epoch milliseconds inside. Years 1000 to 9999. */
export function instant(what: string) {
  const schema = z.codec(
    z
      .string(`Enter ${what}`)
      .max(40, { error: `Enter ${what}`, abort: true })
      .check(z.iso.datetime({ offset: true, error: `Enter ${what}` }))
      .meta({ format: 'date-time' }),
    z.number().int().min(-30_610_224_000_000, `Enter ${what}`).max(253_402_300_799_999, `Enter ${what}`),
    {
      decode: (text) => Date.parse(text),
      encode: (milliseconds) => new Date(milliseconds).toISOString(),
    },
  );
  return withFacts(schema, { kind: 'datetime', required: true, isInstant: true });
}

function emptyIsNull<Schema extends z.ZodType<string>>(schema: Schema) {
  const nullable = z
    .preprocess((value) => (value === '' || value === undefined ? null : value), z.nullable(schema))
    .optional()
    .transform((value) => value ?? null);
  return withFacts(nullable, { output: z.string().nullable() });
}

function webUrl(message: string) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(...atMost(2000))
    .refine(isWebUrl, 'Enter a URL that begins with http:// or https://');
}

function isWebUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && hasNoControls(value) && URL.canParse(value);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function isOneLine(value: string): boolean {
  return !/[\r\n]/.test(value) && hasNoControls(value);
}

function hasNoControls(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) && value.isWellFormed();
}

/** The problems that a schema found, each with its field. */
export function listProblems({ issues }: z.core.$ZodError): Problem[] {
  return issues.flatMap((issue): Problem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'Unknown field', unknown: true }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
}
