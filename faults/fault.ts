import type { Tool } from './tools.ts';

/** What must hold after every fault (README, "What it keeps, and how"). */
export const invariants = {
  I1: 'what was acknowledged is there, what was refused is not, and nothing is half of one and half of another',
  I2: 'the database is sound',
  I3: 'every picture has its file, and every file its row',
  I4: 'nobody gets a mail twice',
  I5: 'no answer but the site’s own, no stack trace, and /healthz and /readyz tell the truth',
  I6: 'it recovers by itself in the stated time',
  I7: 'no secret is in the log',
} as const;

export type InvariantName = keyof typeof invariants;

/** `problems` is empty where the invariant held; an invariant that was not asked is left out. */
export type Verdicts = Partial<Record<InvariantName, { problems: string[] }>>;

export type Outcome = {
  /** In words: what was done to the site. */
  injected: string;
  times: number;
  verdicts: Verdicts;
  /** From the end of the fault, or from the start after it, to the next acknowledged write: of each time. */
  recoveriesMs: number[];
  /** Figures that are worth telling. */
  notes: string[];
};

/** `lean`: so few times that it fits into the tests. `say` shows how far it has come. */
export type FaultContext = { lean: boolean; say: (line: string) => void };

/** One thing that goes wrong on real machines, and how to bring it about. One file each. */
export type Fault = {
  /** As in the table of faults: F1. Several of one number are told apart by a letter. */
  id: string;
  name: string;
  needs: readonly Tool[];
  run: (context: FaultContext) => Promise<Outcome>;
};

/** The worse of what several checks found. */
export function mergeVerdicts(...all: Verdicts[]): Verdicts {
  const merged: Verdicts = {};
  for (const [name, { problems }] of all.flatMap((each) => Object.entries(each)))
    merged[name as InvariantName] = {
      problems: [...(merged[name as InvariantName]?.problems ?? []), ...problems],
    };
  return merged;
}
