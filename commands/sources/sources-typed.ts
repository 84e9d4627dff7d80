/** What was typed after `sources`. */
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import { UsageError } from '../command.ts';

/** Completes a message about something that was typed incorrectly. */
export function seeHelp(): string {
  return `See: ${commandLine('sources --help')}`;
}

/** Undefined when no zone was typed. Throws UsageError for one that does not exist. */
export function readZone(value: string | boolean | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (!isTimeZone(value))
    throw new UsageError(`There is no time zone '${value}'. Use a name such as America/New_York.`);
  return value;
}
