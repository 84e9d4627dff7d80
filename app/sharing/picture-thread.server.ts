/** Runs in a thread of its own: text layout would block all readers. */
import { serveRequests } from '#app/threads/serve-requests.server.ts';
import { drawPicture } from './draw-picture.server.ts';
import type { SharePicture } from './share-picture.ts';

serveRequests(
  async (picture: SharePicture) => new Uint8Array(await drawPicture(picture)),
  ({ buffer }) => [buffer],
);
