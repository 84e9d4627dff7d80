/** A library of documents, as a town has after twenty years, and their words in the index. */
import { createHash } from 'node:crypto';
import { searchSources } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

const PAGES = 10;
const WORDS_OF_PAGE = 150;
const DOCUMENTS_AT_ONCE = 100;

/** The most frequent first, as in any language. */
const WORDS =
  'the of and to in a for is on that by with be as at or from this board town meeting budget road school vote motion second approved minutes agenda selectboard planning commission clerk license dog permit zoning water sewer library roof bridge snow tax rate culvert gravel plow transfer station recycling ordinance hearing warning listers grand auditor treasurer highway garage truck bid contract grant state aid fire department rescue squad cemetery green bandstand parade sidewalk crosswalk speed limit sign dam beaver trail forest farm barn orchard maple sugar'.split(
    ' ',
  );

/** Adds `count` documents of ten pages, all of them used by a published item. The same each time. */
export async function seedDocuments(db: WriteDb, count: number, now: number): Promise<void> {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const word = () => WORDS[Math.floor(WORDS.length * random() ** 2)] as string;
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  for (let from = 0; from < count; from += DOCUMENTS_AT_ONCE)
    await inTransaction(db, async (step) => {
      for (let at = from; at < Math.min(count, from + DOCUMENTS_AT_ONCE); at++) {
        const id = createHash('md5').update(`document ${at}`).digest('hex');
        await step
          .insertInto('document')
          .values({
            id,
            title: `Minutes ${at}, ${text(2)}`,
            name: 'minutes.pdf',
            file: `${id}.pdf`,
            type: 'pdf',
            bytes: 340_000,
            sha256: id,
            pages: PAGES,
            language: 'en-US',
            summary: null,
            hasText: 'yes',
            tagged: 'yes',
            problems: '[]',
            words: '',
            createdAt: now - at * (DAY_MS / 2),
            replacedAt: null,
            updatedAt: now,
          })
          .execute();
        const parts = Array.from({ length: PAGES }, (_, position) => ({
          document: id,
          position,
          page: position + 1,
          text: `${text(WORDS_OF_PAGE)}${position === 6 && at % 500 === 0 ? ' xylophone' : ''}`,
        }));
        await step.insertInto('document_part').values(parts).execute();
        await step
          .insertInto('document_use')
          .values({ collection: 'news', itemId: String(at), state: 'published', document: id })
          .execute();
      }
    });
  await indexStaleItems(db, searchSources);
}
