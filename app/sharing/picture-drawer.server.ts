import { IdleThread } from '#app/threads/idle-thread.server.ts';
import type { SharePicture } from './share-picture.ts';

/** One is drawn, the others wait. */
const MOST_WAITING = 8;

const thread = new IdleThread<SharePicture, Uint8Array<ArrayBuffer>>('picture-thread', import.meta.url);

/** The picture as PNG; undefined when too many wait already. Rejects when it cannot be drawn within ten seconds. */
export function drawInThread(picture: SharePicture): Promise<Uint8Array<ArrayBuffer>> | undefined {
  return thread.pending > MOST_WAITING ? undefined : thread.run(picture);
}
