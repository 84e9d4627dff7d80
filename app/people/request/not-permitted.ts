/** Thrown by a save when its sender may not make it, or no longer may: 403, or 404 for what they may not know of. */
export class NotPermittedError extends Error {
  override name = 'NotPermittedError';
  readonly status: 403 | 404;

  /** `message` is shown to the sender. */
  constructor(message: string, status: 403 | 404 = 403) {
    super(message);
    this.status = status;
  }
}
