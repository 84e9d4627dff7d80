import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** At most this many per minute, evenly: after a rest, at most one second's worth at once. */
class Rate {
  #tokens: number;
  #at: number;
  readonly #perMs: number;
  readonly #most: number;
  readonly #elapsed: () => number;

  /** `elapsed` counts milliseconds, by a clock that no one can set. */
  constructor(perMinute: number, elapsed: () => number) {
    this.#perMs = perMinute / MINUTE_MS;
    this.#most = Math.max(1, perMinute / 60);
    this.#tokens = this.#most;
    this.#elapsed = elapsed;
    this.#at = elapsed();
  }

  /** How long until the next one may go, in milliseconds; 0 for at once. */
  waitMs(): number {
    const now = this.#elapsed();
    this.#tokens = Math.min(this.#most, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
    return this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / this.#perMs);
  }

  take(): void {
    this.#tokens -= 1;
  }

  giveBack(): void {
    this.#tokens += 1;
  }
}

type Limits = { perMinute: number; perDomainPerMinute: number };

/** Whose turn it is: the domains of an issue's recipients in rotation, each at its rate, all together at theirs. */
export class DomainTurns {
  readonly #all: Rate;
  readonly #rates = new Map<string, Rate>();
  readonly #limits: Limits;
  readonly #elapsed: () => number;
  #waiting: string[] = [];
  #at = 0;

  constructor(limits: Limits, elapsed: () => number) {
    this.#limits = limits;
    this.#elapsed = elapsed;
    this.#all = new Rate(limits.perMinute, elapsed);
  }

  /** Sets the domains that have emails to send; rates go on. */
  start(domains: readonly string[]): void {
    this.#waiting = [...domains];
    this.#at = 0;
  }

  /** The next domain, which may send one email now; or how long to wait; undefined when no domain has any left. */
  next(): { domain: string } | { waitMs: number } | undefined {
    if (this.#waiting.length === 0) return undefined;
    const waitMs = this.#all.waitMs();
    if (waitMs > 0) return { waitMs };
    let shortest = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < this.#waiting.length; turn++) {
      const domain = this.#waiting[(this.#at + turn) % this.#waiting.length] as string;
      const rate = this.#rateOf(domain);
      const ownMs = rate.waitMs();
      if (ownMs > 0) shortest = Math.min(shortest, ownMs);
      else {
        rate.take();
        this.#all.take();
        this.#at = (this.#at + turn + 1) % this.#waiting.length;
        return { domain };
      }
    }
    return { waitMs: shortest };
  }

  /** Nothing was sent in this turn. */
  giveBack(domain: string): void {
    this.#all.giveBack();
    this.#rateOf(domain).giveBack();
  }

  /** Nothing was sent in this turn, because there is nothing left for the domain. */
  leave(domain: string): void {
    this.giveBack(domain);
    const index = this.#waiting.indexOf(domain);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    if (index < this.#at) this.#at--;
    if (this.#at >= this.#waiting.length) this.#at = 0;
  }

  #rateOf(domain: string): Rate {
    let rate = this.#rates.get(domain);
    if (!rate) {
      rate = new Rate(this.#limits.perDomainPerMinute, this.#elapsed);
      this.#rates.set(domain, rate);
    }
    return rate;
  }
}
