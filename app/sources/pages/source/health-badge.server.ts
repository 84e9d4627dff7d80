import { type Health, healthNames, type Source } from '#app/sources/source.ts';

export type Badge = { tone: string; label: string };

const tones: Record<Health, string> = {
  working: 'is-success',
  slow: 'is-warning',
  quiet: 'is-warning',
  failing: 'is-danger',
  paused: 'is-quiet',
};

/** A state as its badge shows it. */
export function badgeOf(state: Health): Badge {
  return { tone: tones[state], label: healthNames[state] };
}

/** Whether someone should look at it: it is failing, slow or quiet. */
export function needsAttention({ state }: Pick<Source, 'state'>): boolean {
  return state !== 'working' && state !== 'paused';
}
