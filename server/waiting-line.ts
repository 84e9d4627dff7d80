/** Ends the stay of one that was let in. */
export type Leave = () => void;

/** Lets so many in at once; some wait a moment for their turn, and all others are refused at once. */
export type WaitingLine = {
  /** Undefined when there is no room, or none was found in time. */
  enter: () => Promise<Leave | undefined>;
  readonly inside: number;
  readonly waiting: number;
};

export type WaitingLineOptions = { places: number; maxWaiting: number; maxWaitMs: number };

export function openWaitingLine({ places, maxWaiting, maxWaitMs }: WaitingLineOptions): WaitingLine {
  let inside = 0;
  const waiting = new Set<(leave: Leave | undefined) => void>();

  function leaveOnce(): Leave {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = waiting;
      if (next) next(leaveOnce());
      else inside--;
    };
  }

  function wait(): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const settle = (leave: Leave | undefined) => {
        waiting.delete(settle);
        clearTimeout(timer);
        resolve(leave);
      };
      const timer = setTimeout(settle, maxWaitMs, undefined);
      waiting.add(settle);
    });
  }

  return {
    async enter() {
      if (inside < places) {
        inside++;
        return leaveOnce();
      }
      return waiting.size < maxWaiting ? wait() : undefined;
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
