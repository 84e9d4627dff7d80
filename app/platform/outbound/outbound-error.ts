/** Why a request to another server failed. */
export type OutboundReason = 'refused' | 'unreachable' | 'slow' | 'large' | 'lost';

const sentences: Record<OutboundReason, string> = {
  refused: 'This address is not allowed',
  unreachable: 'The server can’t be reached',
  slow: 'The server took too long to respond',
  large: 'The response is too large',
  lost: 'The server redirects too many times',
};

/** Thrown instead of a response. `message` is for the administrator and contains no address found on the way. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly reason: OutboundReason;
  readonly detail: string | undefined;

  constructor(reason: OutboundReason, detail?: string, sentence = sentences[reason]) {
    super(detail ? `${sentence}: ${detail}` : sentence);
    this.reason = reason;
    this.detail = detail;
  }
}
