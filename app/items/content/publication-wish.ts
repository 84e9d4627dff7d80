/** `publication` and `publishAt` of an item, as programs send them (product contract section 6). */
import { type Problem, type Publication, publications } from '#app/items/collection/collection.ts';
import { instant } from './item-schema.ts';

type Json = Record<string, unknown>;

/**
 * How an item is to be published, and whether it is to be archived; undefined where nothing was said. `publishAt` and
 * `archivedAt` are UTC epoch milliseconds.
 */
export type Wish = {
  publication: Publication | undefined;
  publishAt: number | undefined;
  archived?: boolean | undefined;
  archivedAt?: number | undefined;
};

export type ReadWish = { fields: Json; wish: Wish; problems: Problem[] };

const archiveTime = instant('the time at which it was archived');
const publishTime = instant('the publish time, such as 2026-11-21T12:00:00Z');

/** Separates an item's own fields from what was sent about its publication. */
export function readWish(raw: Json): ReadWish {
  const {
    publication: sent,
    publishAt: sentAt,
    archived: sentArchived,
    archivedAt: sentDate,
    ...fields
  } = raw;
  const problems: Problem[] = [];
  const publication = publications.find((known) => known === sent);
  if (sent !== undefined && !publication)
    problems.push({ field: 'publication', message: `Use one of ${publications.join(', ')}` });
  const isAbsent = sentAt === undefined || sentAt === null || sentAt === '';
  const time = isAbsent ? undefined : publishTime.safeParse(sentAt);
  const fault = time?.error?.issues[0];
  if (fault) problems.push({ field: 'publishAt', message: fault.message });
  if (sentArchived !== undefined && typeof sentArchived !== 'boolean')
    problems.push({ field: 'archived', message: 'Use true or false' });
  const date = sentDate === undefined || sentDate === null ? undefined : archiveTime.safeParse(sentDate);
  const dateFault = date?.error?.issues[0];
  if (dateFault) problems.push({ field: 'archivedAt', message: dateFault.message });
  const archived = typeof sentArchived === 'boolean' ? sentArchived : date ? true : undefined;
  return { fields, wish: { publication, publishAt: time?.data, archived, archivedAt: date?.data }, problems };
}

/** A scheduled item needs a time. */
export function findMissingTime({ publication, publishAt }: Wish): Problem | undefined {
  const isMissing = publication === 'scheduled' && publishAt === undefined;
  return isMissing ? { field: 'publishAt', message: 'Enter the publish time' } : undefined;
}
