/** Why a request to another server failed. */
export type OutboundReason = 'refused' | 'unreachable' | 'slow' | 'large' | 'lost';

const sentences: Record<OutboundReason, string> = {
  refused: 'This address may not be asked',
  unreachable: 'The server cannot be reached',
  slow: 'The server takes too long',
  large: 'The answer is too large',
  lost: 'The server sends from one address to the next',
};

/** Thrown instead of a response. `message` is for the administrator and contains no address found on the way. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, detail?: string) {
    super(detail ? `${sentences[reason]}: ${detail}` : sentences[reason]);
    this.reason = reason;
  }
}
