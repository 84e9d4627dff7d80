/** Runs in a thread of its own: laying out a page takes some hundred milliseconds. */
import { drawSheet, findSheet } from './draw-sheet.server.ts';
import type { PaperFacts, Sheet } from './sheet.ts';

export default async function work({ wanted, facts, picture }: PaperTask): Promise<Sheet | Uint8Array> {
  return wanted === 'sheet' ? findSheet(facts) : new Uint8Array(await drawSheet(facts, picture));
}

/** `picture` is the file of the first story's picture. */
export type PaperTask = { wanted: 'sheet' | 'pdf'; facts: PaperFacts; picture?: Uint8Array | undefined };
