import { Link } from 'react-router';
import type { PollState } from '#app/polls/poll-state.ts';

type PollActionsProps = {
  id: string;
  state: PollState;
  isSealed: boolean;
  isArchived: boolean;
  /** It was archived once, so it stays closed. */
  isFinal: boolean;
};

/** The administrator's actions on a poll. Those that voters notice ask for confirmation on a separate page. */
export function PollActions({ id, state, isSealed, isArchived, isFinal }: PollActionsProps) {
  return (
    <section className="panel stack" aria-labelledby="actions">
      <h2 id="actions">Manage the poll</h2>
      <div className="cluster">
        {state === 'closed' ? null : (
          <Link className="button button--danger" to={`/admin/polls/${id}/closing`}>
            Close the poll…
          </Link>
        )}
        {isSealed && !isFinal ? (
          <Link className="button" to={`/admin/polls/${id}/reopening`}>
            Reopen the poll…
          </Link>
        ) : null}
        <form method="post" action={`/admin/polls/${id}/copy`}>
          <button type="submit" className="button">
            Duplicate
          </button>
        </form>
        {isSealed ? <Archiving id={id} isArchived={isArchived} isFinal={isFinal} /> : null}
      </div>
      {state === 'closed' && !isSealed ? (
        <p role="status">Finalizing the ballots. This takes a moment.</p>
      ) : null}
      <p className="small muted">
        A duplicate has no votes and opens in a year unless you change that. An archived poll disappears from
        the public list, but its page and ballots stay online.{' '}
        {isFinal ? 'This poll was archived, so it can’t be reopened.' : ''}
      </p>
    </section>
  );
}

/** The first time can't be undone completely, so it asks. */
function Archiving({ id, isArchived, isFinal }: Pick<PollActionsProps, 'id' | 'isArchived' | 'isFinal'>) {
  if (!isFinal)
    return (
      <Link className="button" to={`/admin/polls/${id}/archive`}>
        Archive…
      </Link>
    );
  return (
    <form method="post" action={`/admin/polls/${id}/archive`}>
      <button type="submit" className="button" name="archived" value={isArchived ? 'no' : 'yes'}>
        {isArchived ? 'Put back in the list' : 'Archive'}
      </button>
    </form>
  );
}
