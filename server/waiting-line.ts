/** Ends the stay of one that was let in. */
export type Leave = () => void;

/**
 * Lets so many in at once, and so many in one turn of the event loop; some wait a moment for theirs, and all others are
 * refused at once. Without the bound of a turn everything that arrived together would be worked on together,
 * before anybody else is heard: the embedded database answers without waiting.
 */
export type WaitingLine = {
  /** Undefined when there is no room, or none was found in time. */
  enter: () => Promise<Leave | undefined>;
  readonly inside: number;
  readonly waiting: number;
  /** The most that were inside or waiting at once since this was last asked. */
  takePeak: () => number;
};

export type WaitingLineOptions = {
  places: number;
  entriesPerTurn: number;
  maxWaiting: number;
  maxWaitMs: number;
};

export function openWaitingLine(options: WaitingLineOptions): WaitingLine {
  const { places, entriesPerTurn, maxWaiting, maxWaitMs } = options;
  const waiting = new Set<(leave: Leave | undefined) => void>();
  let inside = 0;
  let enteredInTurn = 0;
  let isNextTurnAsked = false;
  let peak = 0;

  const notePeak = () => {
    peak = Math.max(peak, inside + waiting.size);
  };
  const isOpen = () => inside < places && enteredInTurn < entriesPerTurn;

  function letIn(): Leave {
    inside++;
    enteredInTurn++;
    notePeak();
    askNextTurn();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside--;
      if (waiting.size > 0) askNextTurn();
    };
  }

  function askNextTurn(): void {
    if (isNextTurnAsked) return;
    isNextTurnAsked = true;
    setImmediate(() => {
      isNextTurnAsked = false;
      enteredInTurn = 0;
      for (const settle of waiting) {
        if (!isOpen()) return;
        settle(letIn());
      }
    });
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
      notePeak();
    });
  }

  return {
    async enter() {
      if (waiting.size === 0 && isOpen()) return letIn();
      return waiting.size < maxWaiting ? wait() : undefined;
    },
    takePeak() {
      const taken = peak;
      peak = inside + waiting.size;
      return taken;
    },
    get inside() {
      return inside;
    },
    get waiting() {
      return waiting.size;
    },
  };
}
