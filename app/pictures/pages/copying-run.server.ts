import * as z from 'zod';

const run = z.strictObject({
  session: z.uuid(),
  copied: z.number().int().min(0),
  failed: z.array(z.strictObject({ address: z.string(), problem: z.string().max(500) })).max(1000),
});

/** A copying of several requests, which the form carries from one to the next. */
export type CopyingRun = z.infer<typeof run>;

/** The run that a form carries; a new one if it carries none. */
export function readRun(text: string): CopyingRun {
  try {
    return run.parse(JSON.parse(text));
  } catch {
    return { session: crypto.randomUUID(), copied: 0, failed: [] };
  }
}
