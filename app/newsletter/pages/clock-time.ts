/** '5:00 PM' for '17:00'; '' if it is not a time. */
export function clockTimeOf(time: string, locale: string): string {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hour === undefined) return '';
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return format.format(Date.UTC(2026, 0, 1, Number(hour), Number(minute)));
}
