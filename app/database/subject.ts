/**
 * What a page can depend on: each subject has a counter that increases with every change, in the change's own
 * transaction.
 */
export type Subject = 'articles' | 'news' | 'events' | 'polls' | 'businesses' | 'town' | 'votes';

export type ChangeCounters = Record<Subject, number>;
