/**
 * How often an open form reports itself, and how long it counts as open after that: browsers let a tab in the background
 * run its timers only once a minute.
 */
export const FORM_REPORTS_MS = 10_000;
export const FORM_EXPIRES_MS = 75_000;

/** Names of other editors who have a form open, and whether the user has it open in another window. */
export type Others = { names: string[]; isElsewhere: boolean };

/** 'Anna is editing this.'; '' if no one else is. */
export function describeOthers({ names, isElsewhere }: Others): string {
  if (names.length > 0) {
    const list = new Intl.ListFormat('en-US').format(names);
    return `${list} ${names.length === 1 ? 'is' : 'are'} editing this.`;
  }
  return isElsewhere ? 'You have this open in another window.' : '';
}
