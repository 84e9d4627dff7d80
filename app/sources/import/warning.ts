/** Official warnings as sources list them (CAP, OASIS Common Alerting Protocol 1.0 to 1.2). */

/** From the least to the worst. */
export const severities = ['minor', 'moderate', 'severe', 'extreme'] as const;

export type Severity = (typeof severities)[number];

/**
 * A warning for the town. Texts are plain and on one line: `title` at most 300 characters, `detail` (what to do, or what
 * happens) at most 1,000. `area` names the areas that were chosen, or all. Instants are UTC epoch milliseconds;
 * `startsAt` and `endsAt` are null when the warning does not say them.
 */
export type Warning = {
  title: string;
  detail: string;
  link: string | null;
  severity: Severity | 'unknown';
  certainty: string | null;
  area: string;
  startsAt: number | null;
  endsAt: number | null;
};

/**
 * A message about a warning. `ids` identify it, its own first; `references` are those of the messages that it replaces.
 * `warning` is null when it cancels them, or no longer concerns the town.
 */
export type WarningMessage = {
  ids: [string, ...string[]];
  references: string[];
  sentAt: number;
  warning: Warning | null;
};

/** Which warnings count: of these areas, all if there are none, and from this severity on. */
export type WantedWarnings = { areas: string[]; severity: Severity };

/** 0 for the least; an unknown severity counts as minor. */
export function severityRank(severity: Severity | 'unknown'): number {
  return severity === 'unknown' ? 0 : severities.indexOf(severity);
}

/** The worst first. */
export function byRank(one: Warning, other: Warning): number {
  return severityRank(other.severity) - severityRank(one.severity);
}
