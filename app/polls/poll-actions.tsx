import type { PollState } from './poll-state.ts';

type PollActionsProps = {
  id: string;
  state: PollState;
  isSealed: boolean;
  isArchived: boolean;
};

const NEW_OPTIONS = 3;

/** What the administrator does to a poll: each is a form of its own, and works without script. */
export function PollActions(poll: PollActionsProps) {
  const { id, isSealed, isArchived } = poll;
  return (
    <>
      {isSealed ? null : <Closing id={id} />}
      {isSealed ? <Reopening id={id} /> : null}
      <section className="panel stack" aria-labelledby="more">
        <h2 id="more">Copy and archive</h2>
        <div className="cluster">
          <form method="post" action={`/admin/polls/${id}/copy`}>
            <button type="submit" className="button">
              Duplicate
            </button>
          </form>
          {isSealed ? (
            <form method="post" action={`/admin/polls/${id}/archive`}>
              <button type="submit" className="button" name="archived" value={isArchived ? 'no' : 'yes'}>
                {isArchived ? 'Put back into the list' : 'Archive'}
              </button>
            </form>
          ) : null}
        </div>
        <p className="small muted">
          A copy has no votes and opens in a year, until you change that. An archived poll leaves the list;
          its page and its ballots stay.
        </p>
      </section>
    </>
  );
}

function Closing({ id }: { id: string }) {
  return (
    <section className="panel stack" aria-labelledby="closing">
      <h2 id="closing">Close now</h2>
      <p>
        No more votes are taken, the ballots are sealed and listed, and everybody reads that the poll was
        closed early.
      </p>
      <form method="post" action={`/admin/polls/${id}/closing`}>
        <button type="submit" className="button button--danger">
          Close the poll
        </button>
      </form>
    </section>
  );
}

function Reopening({ id }: { id: string }) {
  return (
    <section className="panel stack" aria-labelledby="reopening">
      <h2 id="reopening">Open again</h2>
      <p>
        Everybody reads that and why. Counted ballots stay; whoever voted before does not vote again. Only now
        can options be added.
      </p>
      <form method="post" action={`/admin/polls/${id}/reopening`} className="stack">
        <div className="field">
          <label htmlFor="reason">Why</label>
          <input className="input" id="reason" name="reason" required maxLength={500} />
        </div>
        <div className="field">
          <label htmlFor="closesAt">
            Closes <span className="optional">(optional)</span>
          </label>
          <input className="input" id="closesAt" name="closesAt" type="datetime-local" />
        </div>
        <fieldset className="field">
          <legend>
            New options <span className="optional">(optional)</span>
          </legend>
          {Array.from({ length: NEW_OPTIONS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are always as many
            <div className="optrow" key={index}>
              <label className="vh" htmlFor={`new-${index}`}>
                New option {index + 1}
              </label>
              <input className="input" id={`new-${index}`} name="options" maxLength={200} />
            </div>
          ))}
        </fieldset>
        <div className="actions">
          <button type="submit" className="button button--primary">
            Open the poll again
          </button>
        </div>
      </form>
    </section>
  );
}
