/** The kinds of fields: one schema serves form, API, import and OpenAPI. */
import * as z from 'zod';
import { isPictureId } from '#app/platform/media/picture-sizes.ts';
import { isItemId } from './item-id.ts';

/** The id of an item (product contract section 4): a URL segment, never 'add', which means create. */
export const itemId = z
  .string('Enter an id')
  .refine(isItemId, "Use at most 128 letters, digits, - and _, but not 'add'")
  .meta({ example: '7d2f0c1e-58b4-4a0e-9b7c-2a61c9d0e4f3' });

/** The arguments of `max`: overlong text is refused before any other check. */
export function atMost(length: number): [number, { error: string; abort: true }] {
  return [length, { error: `Use at most ${length} characters`, abort: true }];
}

/** One line of text, required. `what` completes 'Enter …'. */
export function requiredLine(what: string, maxLength = 500) {
  return z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(maxLength))
    .refine(isOneLine, 'Use one line of text');
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
  return z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(maxLength))
    .refine(hasNoControls, 'Remove the control characters');
}

/** HTML, required; it is sanitized after validation. */
export function requiredHtml(what: string) {
  return requiredText(what, 512 * 1024);
}

/** HTML, optional: absent, null and an empty paragraph of the editor all mean ''. */
export function optionalHtml() {
  return z
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
}

/** An http or https address. Nothing else is ever rendered as a link (product contract section 2). */
export function requiredUrl(what: string) {
  return webUrl(`Enter ${what}`);
}

export function optionalUrl() {
  return emptyIsNull(webUrl('Enter an address'));
}

/** A picture: an https or http address, or a path on this site. */
export function requiredImageUrl(what: string) {
  return z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(...atMost(2000))
    .transform((value) => value.replaceAll(' ', '%20'))
    .refine(
      (value) => isWebUrl(value) || /^\/(?![/\\\s])/.test(value),
      'Enter a URL that begins with https://',
    );
}

/** The id of a picture of the library, the item's lead picture: absent, null and '' all mean null. */
export function optionalPicture() {
  return emptyIsNull(z.string(NO_PICTURE_ID).refine(isPictureId, NO_PICTURE_ID)).meta({
    description: 'The id of its lead picture, or null',
  });
}

/** Checked input, in which the lead picture may be missing. */
export type Pictured<Input extends { picture: string | null }> = Omit<Input, 'picture'> &
  Partial<Pick<Input, 'picture'>>;

const NO_PICTURE_ID = 'Choose a picture from the library';

/** The same as the API returns it. */
export const pictureOutput = z
  .string()
  .nullable()
  .meta({ description: 'The id of its lead picture, or null' });

export function optionalEmail() {
  return emptyIsNull(
    z
      .string('Enter an email address')
      .max(...atMost(254))
      .check(z.email('Enter an email address')),
  );
}

/** An optional instant: absent, null and '' all mean null. */
export function optionalInstant(what: string) {
  return z
    .preprocess((value) => (value === '' || value === undefined ? null : value), z.nullable(instant(what)))
    .optional()
    .transform((value) => value ?? null);
}

/** An instant: ISO 8601 with its offset outside, UTC epoch milliseconds inside. Years 1000 to 9999. */
export function instant(what: string) {
  return z.codec(
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
}

function emptyIsNull<Schema extends z.ZodType<string>>(schema: Schema) {
  return z
    .preprocess((value) => (value === '' || value === undefined ? null : value), z.nullable(schema))
    .optional()
    .transform((value) => value ?? null);
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
