import type { PaperFacts } from './sheet.ts';

/** `picture` is the file of the first story's picture. */
export type PaperTask = { wanted: 'sheet' | 'pdf'; facts: PaperFacts; picture?: Uint8Array | undefined };
