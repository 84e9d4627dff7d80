import type { IncomingMessage } from 'node:http';

/** How long the body of a request may take to arrive. */
const BODY_MS = 30_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** From now on, the body has 30 seconds or `limitMs` to arrive; otherwise the response is a 408 and the connection is closed. */
export function limitBodyTime(message: IncomingMessage, limitMs = BODY_MS): void {
  const timer = setTimeout(() => refuse(message), limitMs).unref();
  timers.set(message, timer);
  message.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** Uploaded files may take longer, as long as they keep arriving: `limitMs` from now on. */
export function allowSlowBody(message: IncomingMessage, limitMs: number): void {
  clearTimeout(timers.get(message));
  limitBodyTime(message, limitMs);
}

/** As Node does after its own time limit. */
function refuse(message: IncomingMessage): void {
  if (message.complete) return;
  const error = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const { socket } = message;
  const { server } = socket as unknown as { server?: NodeJS.EventEmitter };
  if (!server?.emit('clientError', error, socket)) socket.destroy();
}
