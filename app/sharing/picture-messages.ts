import type { SharePicture } from './share-picture.ts';

/** What is asked of the thread that draws pictures, and what it answers. */
export type PictureRequest = { id: number; picture: SharePicture };
export type PictureReply = { id: number; png: Uint8Array<ArrayBuffer> } | { id: number; problem: string };
