import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** Slow readers must not occupy many connections: this many sitemaps are sent at once, each for this long. */
const MOST_AT_ONCE = 4;
const MOST_MS = 2 * MINUTE_MS;

let open = 0;

/**
 * Text as the body of a response, created only as fast as it is read. Undefined when too many are being read already.
 * Aborted if it is not read completely after two minutes.
 */
export function openStream(write: () => AsyncGenerator<string>): ReadableStream<Uint8Array> | undefined {
  if (open >= MOST_AT_ONCE) return undefined;
  open++;
  const encoder = new TextEncoder();
  const pieces = write();
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    if (isOpen) open--;
    isOpen = false;
    clearTimeout(timer);
  };
  return new ReadableStream({
    start(controller) {
      timer = setTimeout(() => {
        end();
        controller.error(new Error('nobody read the sitemap in time'));
      }, MOST_MS);
      timer.unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (!isOpen) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel() {
      end();
      await pieces.return(undefined);
    },
  });
}
