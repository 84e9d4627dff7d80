/** What the process that sends a flood of suggestions receives and reports. */
import { once } from 'node:events';
import { startChild } from './children.ts';

export type Flood = {
  url: string;
  /** The number of its first suggestion, which no other has. */
  first: number;
  /** How many suggestions, from how many addresses, and with how many connections. */
  total: number;
  addresses: number;
  atOnce: number;
  /** The addresses are of one IPv6 /48. */
  isOneNetwork: boolean;
  /** Of the suggested events, YYYY-MM-DD. */
  day: string;
};

/** `busy`: the site was overloaded. `shown again`: with a question or a new form. `lost`: without a response. */
export type Outcome = 'accepted' | 'limit' | 'full' | 'busy' | 'shown again' | 'lost' | 'other';

/** `refused` is how long senders waited for a refusal, in ms. */
export type Flooded = {
  outcomes: Partial<Record<Outcome, number>>;
  seconds: number;
  refused: { p50: number; p99: number };
};

/** Sends the flood from a process of its own. */
export async function sendFlood(flood: Flood, environment: NodeJS.ProcessEnv): Promise<Flooded> {
  const child = startChild('bench/flood-process.ts', [], { ...environment });
  const reported = once(child, 'message') as Promise<[Flooded]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error('The flood could not be sent.');
  });
  child.send(flood);
  const [flooded] = await Promise.race([reported, ended]);
  ended.catch(() => undefined);
  child.disconnect();
  return flooded;
}
