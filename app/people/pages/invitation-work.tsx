import type { GivenRole } from '#app/people/team/team.ts';

const work: Record<GivenRole, { heading: string; tasks: string[]; note: string }> = {
  editor: {
    heading: 'What an editor does',
    tasks: [
      'Reads what comes in, fixes it up and publishes it',
      'Looks after events, notices, pictures and sources',
      'Puts the newsletter together',
    ],
    note: 'You’ll see the email addresses of people who send things in; please keep them private. You can’t change the settings or who works on the site.',
  },
  contributor: {
    heading: 'What a contributor does',
    tasks: ['Writes articles, news and events as drafts', 'Hands them in when they are done'],
    note: 'An editor reads what you hand in, and publishes it or hands it back with a note. You see only your own drafts.',
  },
};

/** What the invited person would do, before they are asked for a password. */
export function InvitationWork({ role }: { role: GivenRole }) {
  const { heading, tasks, note } = work[role];
  return (
    <section className="panel mb">
      <h2>{heading}</h2>
      <ul className="agate mt">
        {tasks.map((task) => (
          <li key={task}>{task}</li>
        ))}
      </ul>
      <p className="small muted mt">{note}</p>
    </section>
  );
}
