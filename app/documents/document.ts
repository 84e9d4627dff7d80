import * as z from 'zod';
import { isoOf } from '#app/items/content/item-json.ts';
import { listProblems } from '#app/items/content/item-schema.ts';
import { DOCUMENT_TYPES } from '#app/platform/document-reader/document-facts.ts';
import type { DocumentWords, StoredDocument } from '#app/platform/media/documents/document-store.server.ts';
import { documentPath } from '#app/platform/media/documents/document-types.ts';
import type { DocumentUse } from '#app/platform/media/documents/document-uses.server.ts';

const use = z.strictObject({
  collection: z.string(),
  id: z.string(),
  title: z.string(),
  state: z.string().meta({ description: "'published', the state of the version that uses it, or 'trash'" }),
});

const certainty = z.enum(['yes', 'no', 'unknown']);

/** A document as the API returns it. */
export const documentOutput = z.strictObject({
  id: z.string(),
  url: z.string().meta({ description: 'The address of its file, which a replacement keeps' }),
  title: z.string(),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  bytes: z.number().int(),
  pages: z.number().int().nullable().meta({ description: 'Pages, sheets or slides; null if not known' }),
  language: z.string().nullable().meta({ description: 'BCP 47' }),
  summary: z.string().nullable().meta({ description: 'Shown beside the document' }),
  text: certainty.meta({ description: 'Whether it has text: a scan has none' }),
  tagged: certainty.meta({ description: 'Whether it has tags or headings' }),
  problems: z
    .array(z.strictObject({ code: z.string(), message: z.string() }))
    .meta({ description: 'What a reader who can’t see would meet' }),
  uploadedAt: z.iso.datetime(),
  replacedAt: z.iso.datetime().nullable(),
  usedBy: z.array(use),
});

/** A document for the API; `uses` may be those of other documents too. */
export function documentJson(
  document: StoredDocument,
  uses: DocumentUse[],
  siteUrl: string,
): z.infer<typeof documentOutput> {
  const { id, title, name, type, bytes, pages, language, summary, text, tagged, problems } = document;
  return {
    id,
    url: siteUrl + documentPath(document),
    title,
    name,
    type: type as z.infer<typeof documentOutput>['type'],
    ...{ bytes, pages, language, summary, text, tagged, problems },
    uploadedAt: isoOf(document.createdAt),
    replacedAt: document.replacedAt === null ? null : isoOf(document.replacedAt),
    usedBy: documentUsesJson(uses.filter((each) => each.document === id)),
  };
}

export function documentUsesJson(uses: DocumentUse[]): z.infer<typeof use>[] {
  return uses.map(({ collection, itemId, title, state }) => ({ collection, id: itemId, title, state }));
}

const line = z
  .string('Enter some text')
  .trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), {
    message: 'Remove the control characters',
  })
  .transform((text) => text.replace(/\s+/g, ' '));

function orNull<Schema extends z.ZodType<string>>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), z.nullable(schema)).optional();
}

/** What can be said about a document; what is left out stays as it is. */
export const documentWordsSchema = z.strictObject({
  title: line.pipe(z.string().min(1, 'Enter a title').max(300, 'Use at most 300 characters')).optional(),
  language: orNull(
    z
      .string('Enter a language')
      .trim()
      .max(35, 'Enter a language such as en or en-US')
      .refine(isLanguage, 'Enter a language such as en or en-US'),
  ),
  summary: orNull(line.pipe(z.string().max(2000, 'Use at most 2000 characters'))),
});

function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** What a form or a call says about a document, or what is wrong with it. Never throws. */
export function readDocumentWords(
  raw: unknown,
):
  | { words: Partial<DocumentWords>; problems?: undefined }
  | { words?: undefined; problems: ReturnType<typeof listProblems> } {
  const result = documentWordsSchema.safeParse(raw);
  if (!result.success) return { problems: listProblems(result.error) };
  const { title, language, summary } = result.data;
  return {
    words: {
      ...(title === undefined ? {} : { title }),
      ...(language === undefined ? {} : { language: language && Intl.getCanonicalLocales(language)[0] }),
      ...(summary === undefined ? {} : { summary: summary || null }),
    } as Partial<DocumentWords>,
  };
}
