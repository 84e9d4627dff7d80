import { Link } from 'react-router';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';

/** The result of the last action, as the address of the page of a source says it. */
export function SourceNotices({ notice }: { notice: Record<string, string> }) {
  const { added, saved, checking, checked, problem, taken, split } = notice;
  if (problem) return <Alert tone="danger">The check failed. {problem}</Alert>;
  if (taken)
    return (
      <Alert tone="danger">
        {messages.saveFailed} <Link to={`/admin/sources/${taken}`}>Another source</Link> has the new address
        already. Remove one of them.
      </Alert>
    );
  if (split)
    return (
      <Alert tone="success">
        They are separate again, and won’t be merged anymore.{' '}
        {split === 'waiting' ? <Link to="/admin/inbox">Review it in the inbox</Link> : null}
      </Alert>
    );
  if (added)
    return (
      <Alert tone="success">
        {messages.saved} The first items will be in the <Link to="/admin/inbox">inbox</Link> within a minute.
      </Alert>
    );
  if (checking)
    return <Alert tone="success">It is being checked. Reload this page in a minute to see the result.</Alert>;
  if (checked) return <Alert tone="success">Checked. {describe(notice)}</Alert>;
  return saved ? <Alert tone="success">{messages.saved}</Alert> : null;
}

function describe(notice: Record<string, string>): string {
  const counts = (['new', 'changed', 'missing'] as const)
    .filter((name) => Number(notice[name]) > 0)
    .map((name) => `${Number(notice[name])} ${name}`);
  return counts.length > 0 ? `${counts.join(', ')}.` : 'Nothing new.';
}
