/** Runs in a thread of its own: laying out text would hold up everybody who reads meanwhile. */
import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.server.ts';
import type { PictureReply, PictureRequest } from './picture-messages.ts';

parentPort?.on('message', async ({ id, picture }: PictureRequest) => {
  const reply: PictureReply = await drawPicture(picture).then(
    (png) => ({ id, png: new Uint8Array(png) }),
    (error: Error) => ({ id, problem: error.message }),
  );
  parentPort?.postMessage(reply, 'png' in reply ? [reply.png.buffer] : []);
});
