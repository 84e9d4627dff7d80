/** At most this many writes wait for their turn; later ones are refused at once. */
export const MOST_WAITING = 64;
/** How long a write can wait before it begins: in the queue, and for another process that writes. */
export const WRITE_WAIT_MS = 5000;

type Waiter = { since: number; enter: (waitedMs: number) => void; timer: NodeJS.Timeout };

/** Thrown when too many writes are waiting. */
class WritesWaitingError extends Error {
  readonly code = 'ERR_WRITES_WAITING';
}

/** Lets one writer at a time work, in order of arrival. */
export class WriteLine {
  #isBusy = false;
  #waiting: Waiter[] = [];
  #whenEmpty: (() => void) | undefined;

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for its turn and returns for how many milliseconds it did. Rejects with WritesWaitingError when too many
   * wait, and as SQLite does for a busy file when the turn does not come in time.
   */
  enter(): Promise<number> {
    if (this.#whenEmpty) return Promise.reject(new Error('the SQLite connection is closed'));
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve(0);
    }
    if (this.#waiting.length >= MOST_WAITING)
      return Promise.reject(new WritesWaitingError(`${MOST_WAITING} writes are waiting already`));
    return new Promise((enter, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(busyError());
      }, WRITE_WAIT_MS);
      const waiter = { since: performance.now(), enter, timer };
      this.#waiting.push(waiter);
    });
  }

  /** Gives the turn to the next writer. */
  leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#isBusy = false;
      this.#whenEmpty?.();
      return;
    }
    clearTimeout(next.timer);
    next.enter(performance.now() - next.since);
  }

  /** Admits no one any more, and resolves when all earlier writers are done, or after 5 seconds. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WRITE_WAIT_MS);
      this.#whenEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
      if (!this.#isBusy) this.#whenEmpty();
    });
  }
}

function busyError(): Error {
  return Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
}
