import type { VoteNote } from './poll-article.tsx';

/** What a member has just done elsewhere in order to vote here. `mailNote` says why no email arrives, if none does. */
export function arrivalNoteOf(query: URLSearchParams, mailNote: string): VoteNote | undefined {
  if (query.has('verified'))
    return { tone: 'success', text: 'Your email address is confirmed. You can vote now.' };
  if (query.has('mailed') && mailNote) return { tone: 'danger', text: mailNote };
  if (query.has('mailed'))
    return { tone: 'success', text: 'We sent the email. The link in it brings you back here.' };
  if (query.has('wait'))
    return { tone: 'danger', text: 'Too many emails were requested. Please try again later.' };
  return undefined;
}
