/** One result of `doctor`; `what` of a problem or a warning says what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; what: string };

export function ok(what: string): Finding {
  return { level: 'ok', what };
}

export function warning(what: string): Finding {
  return { level: 'warning', what };
}

export function problem(what: string): Finding {
  return { level: 'problem', what };
}
