import { Worker } from 'node:worker_threads';
import { findThreadFile } from '#app/threads/thread-file.server.ts';
import type { PictureReply, PictureRequest } from './picture-messages.ts';
import type { SharePicture } from './share-picture.ts';

/** One is drawn, the others wait. */
const MOST_WAITING = 8;
const DRAWING_TIMEOUT_MS = 10_000;
/** After that its memory is given back. The next picture starts it again. */
const IDLE_MS = 60 * 1000;

type Pending = { resolve: (png: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void };

/** Draws the pictures in a thread that starts with the first of them and ends after a minute without one. */
export class PictureDrawer {
  #thread: Worker | undefined;
  #pending = new Map<number, Pending>();
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;

  /** The picture as PNG; undefined when too many wait already. Rejects when it cannot be drawn. */
  draw(picture: SharePicture): Promise<Uint8Array<ArrayBuffer>> | undefined {
    if (this.#pending.size > MOST_WAITING) return undefined;
    const id = ++this.#asked;
    const drawn = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, picture } satisfies PictureRequest);
    this.#wait();
    return drawn;
  }

  /** Ends the thread; whoever still waits hears that there will be no picture. */
  close(): void {
    this.#end('it was ended');
  }

  #start(): Worker {
    const thread = new Worker(findThreadFile('picture-thread', import.meta.url), {
      name: 'pictures',
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
    });
    thread.on('message', (reply: PictureReply) => this.#hear(reply));
    thread.on('error', (error) => this.#lose(thread, (error as Error).message));
    thread.on('exit', () => this.#lose(thread, 'it ended'));
    return thread;
  }

  #hear(reply: PictureReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('png' in reply) pending?.resolve(reply.png);
    else pending?.reject(new Error(`no picture could be drawn: ${reply.problem}`));
    this.#wait();
  }

  /** Until the picture that is drawn must be there, or nobody wants another. */
  #wait(): void {
    clearTimeout(this.#timer);
    const isDrawing = this.#pending.size > 0;
    if (isDrawing) this.#thread?.ref();
    else this.#thread?.unref();
    const reason = isDrawing ? 'it took too long' : 'it had nothing to do';
    this.#timer = setTimeout(() => this.#end(reason), isDrawing ? DRAWING_TIMEOUT_MS : IDLE_MS);
    this.#timer.unref();
  }

  #end(reason: string): void {
    const thread = this.#thread;
    if (!thread) return;
    this.#lose(thread, reason);
    void thread.terminate();
  }

  #lose(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    clearTimeout(this.#timer);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new Error(`the thread that draws was lost: ${reason}`));
  }
}
