import type { Services } from '#app/people/request/services.server.ts';
import { readFileName } from '#app/platform/media/picture-sizes.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { PaperTask } from './paper-task.ts';
import type { PaperFacts, Sheet } from './sheet.ts';

/** One is made, the others wait. */
const MOST_WAITING = 8;

const thread = new IdleThread<PaperTask, Sheet | Uint8Array>('paper-thread', import.meta.url, {
  maxMegabytes: 128,
});

/** Whether too many wait already: then respond with 503. */
export function isPaperBusy(): boolean {
  return thread.pending > MOST_WAITING;
}

/** What is on the sheet and what is left off. Rejects when it takes longer than ten seconds. */
export async function findPaperSheet(facts: PaperFacts): Promise<Sheet> {
  return (await thread.run({ wanted: 'sheet', facts })) as Sheet;
}

/**
 * The sheet as a PDF of one page: the same bytes for the same edition. A picture that can't be read is left out. Rejects
 * when it takes longer than ten seconds.
 */
export async function paperPdf(
  { media }: Pick<Services, 'media'>,
  facts: PaperFacts,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await readPicture(media, facts);
  return (await thread.run({ wanted: 'pdf', facts, picture })) as Uint8Array<ArrayBuffer>;
}

async function readPicture(
  media: Services['media'],
  { edition }: PaperFacts,
): Promise<Uint8Array | undefined> {
  const first = edition.blocks.find((block) => block.kind === 'lead' || block.kind === 'story');
  const name = first?.picture?.address.replace(/^.*\//, '') ?? '';
  return readFileName(name) ? media.files.read(name).catch(() => undefined) : undefined;
}
