/** The right values that a reader of a report knows, as they are stored: a day, a time `HH:MM`, a line, an address. */
export type Said = { [F in SaidField]?: string };

export const saidFields = ['eventDate', 'eventTime', 'eventLocation', 'link'] as const;

export type SaidField = (typeof saidFields)[number];
