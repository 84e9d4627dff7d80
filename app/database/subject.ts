/** What a page can be made of: each has a revision that rises with every change, in the change's own transaction. */
export type Subject = 'articles' | 'news' | 'events' | 'polls' | 'businesses' | 'town' | 'votes';

export type Revisions = Record<Subject, number>;
