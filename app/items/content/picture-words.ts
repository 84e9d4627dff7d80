import * as z from 'zod';
import type { Problem } from '#app/items/collection/collection.ts';
import type { PictureWords } from '#app/platform/media/picture-store.server.ts';
import { listProblems, optionalLine } from './item-schema.ts';

/** What the number of a focal point means, for the API's description. */
export const focalPoints =
  'the point that every crop keeps, 1 to 9 by rows from the top left; 5 is the middle';

/** What editors say about a picture: everything is optional. */
export const pictureWordsSchema = z.strictObject({
  alt: optionalLine().meta({
    description: 'Alternative text; null if it is missing or the picture is decorative',
  }),
  decorative: z.boolean('Use true or false').optional().meta({ description: 'It adds no information' }),
  caption: optionalLine(),
  credit: optionalLine(200),
  focalPoint: z
    .number('Use a number from 1 to 9')
    .int('Use a number from 1 to 9')
    .min(1, 'Use a number from 1 to 9')
    .max(9, 'Use a number from 1 to 9')
    .optional()
    .meta({ description: focalPoints }),
});

export type ReadWords =
  | { words: Partial<PictureWords>; problems?: undefined }
  | { words?: undefined; problems: Problem[] };

/** The fields that are present, checked: absent ones don't change. An alternative text ends `decorative`, and the reverse. */
export function readPictureWords(raw: Record<string, unknown>): ReadWords {
  const read = pictureWordsSchema.safeParse(raw);
  if (!read.success) return { problems: listProblems(read.error) };
  const given = Object.entries(read.data).filter(([name]) => raw[name] !== undefined);
  const words: Partial<PictureWords> = Object.fromEntries(given);
  if (words.alt && words.decorative)
    return { problems: [{ field: 'alt', message: 'A decorative picture has no alternative text' }] };
  if (words.alt) words.decorative = false;
  else if (words.decorative) words.alt = null;
  return { words };
}
