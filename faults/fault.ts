import type { Tool } from './tools.ts';

/** What must hold after every fault (requirements: durability). */
export const invariants = {
  I1: 'what was acknowledged is there, what was refused is not, and no item is a mixture of two versions',
  I2: 'the database passes its integrity checks',
  I3: 'every picture has its file, and every file its row',
  I4: 'nobody gets an email twice',
  I5: 'no foreign response, no stack trace, and /healthz and /readyz are correct',
  I6: 'it recovers without help in the stated time',
  I7: 'no secret is in the log',
} as const;

export type InvariantName = keyof typeof invariants;

/** `problems` is empty where the invariant held; unchecked invariants are left out. */
export type Verdicts = Partial<Record<InvariantName, { problems: string[] }>>;

export type Outcome = {
  /** What was done to the site, as text. */
  injected: string;
  times: number;
  verdicts: Verdicts;
  /** From the end of the fault, or from the next start, to the next acknowledged write: for each time. */
  recoveriesMs: number[];
  /** Noteworthy figures. */
  notes: string[];
};

/** `lean`: few enough repetitions for the tests. `say` shows the progress. `seed` repeats a random choice of operations. */
export type FaultContext = { lean: boolean; say: (line: string) => void; seed?: number | undefined };

/** One thing that goes wrong on real machines, and how to cause it. One file each. */
export type Fault = {
  /** As in docs/requirements.md: F1. Several with one number are distinguished by a letter. */
  id: string;
  name: string;
  needs: readonly Tool[];
  run: (context: FaultContext) => Promise<Outcome>;
};
