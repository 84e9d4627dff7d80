import type { Issue, IssueChanges } from '#app/newsletter/issues/issue.ts';
import { buildIssue, changeIssue, findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';

/** Builds an issue of what is there at `now`, and begins to send it: it is public from then on. */
export async function seedIssue(write: WriteDb, now: number, changes: IssueChanges = {}): Promise<Issue> {
  const context = { town: defaultTown, now };
  const { issue } = await buildIssue(write, context, { by: null, audience: 'everyone' });
  await changeIssue(write, context, issue.id, issue.version, changes);
  const { kind } = await startSending(write, context, issue.id);
  if (kind !== 'done') throw new Error(`The issue was not sent: ${kind}`);
  return (await findIssue(write, issue.id)) as Issue;
}
