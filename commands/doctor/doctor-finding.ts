/**
 * One result of `doctor`. `id` names what was checked, for programs: it never changes, and is never used for anything else.
 * `what` of a problem or a warning says what to do.
 */
export type Finding = { id: string; level: 'ok' | 'warning' | 'problem'; what: string };

const findingOf =
  (level: Finding['level']) =>
  (id: string, what: string): Finding => ({ id, level, what });

export const ok = findingOf('ok');
export const warning = findingOf('warning');
export const problem = findingOf('problem');
