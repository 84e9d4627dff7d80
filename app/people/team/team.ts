/** The roles that can be given to people, as text for users. */
export type GivenRole = 'editor' | 'contributor';

export const givenRoles: readonly { value: GivenRole; label: string; hint: string }[] = [
  {
    value: 'editor',
    label: 'Editor',
    hint: 'Publishes, reviews the inbox, manages sources and the newsletter',
  },
  { value: 'contributor', label: 'Contributor', hint: 'Writes drafts. An editor publishes them.' },
];

export const roleWords = { admin: 'Administrator', editor: 'Editor', contributor: 'Contributor' } as const;

/** The role of a form's value; undefined for anything else. */
export function readGivenRole(typed: unknown): GivenRole | undefined {
  return givenRoles.find(({ value }) => value === typed)?.value;
}
