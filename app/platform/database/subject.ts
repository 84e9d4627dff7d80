/**
 * What a page can depend on: each subject has a counter that increases with every change, in the change's own
 * transaction.
 */
export type Subject = string;

export type ChangeCounters = Record<Subject, number>;
