import { listUnknownVariables } from '#app/platform/settings/variables.server.ts';
import { type Finding, problem } from './doctor-finding.ts';

/** Variables that look like Belfry's settings but are unknown. */
export function* checkVariables(environment: Record<string, string | undefined>): Generator<Finding> {
  for (const line of listUnknownVariables(environment)) yield problem('unknown-variable', line);
}
