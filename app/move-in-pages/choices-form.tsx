import { Form, Link, useNavigation } from 'react-router';
import type { MoveInPage } from './load-move-in.server.ts';

type Report = Extract<MoveInPage, { kind: 'report' }>;
type Decision = Report['decisions'][number];

/** One choice for each class of problems, and the button that imports. */
export function ChoicesForm({ page }: { page: Report }) {
  const { id, ready, readyWords, decisions, pictures } = page;
  const isBusy = useNavigation().state === 'submitting';
  const isAny = page.isAnyReady || decisions.length > 0;
  const isIncomplete = page.incomplete.length > 0;
  const startOver = (
    <Link className={isIncomplete ? 'button button--primary' : 'button'} to={`/admin/move-in?instead=${id}`}>
      Start over with other files
    </Link>
  );
  return (
    <Form method="post" action={`/admin/move-in/${id}`} className="panel">
      <h2>Import</h2>
      <input type="hidden" name="version" value={page.version} />
      {isAny ? (
        <>
          {decisions.map((decision) =>
            decision.choices.some(({ value }) => value === 'replace') ? (
              <RadioDecision decision={decision} key={decision.class} />
            ) : (
              <SelectDecision decision={decision} key={decision.class} />
            ),
          )}
          {pictures === null ? null : <PicturesField value={pictures} />}
        </>
      ) : (
        <p className="mt">There is nothing new to import. Everything in these files is here already.</p>
      )}
      <div className="actions">
        {isIncomplete ? startOver : null}
        {isAny ? (
          <button
            type="submit"
            name="do"
            value="import"
            className={isIncomplete ? 'button' : 'button button--primary'}
            aria-disabled={isBusy || undefined}
          >
            {isBusy
              ? 'Starting…'
              : `Import ${readyWords} ${ready === 1 ? 'record' : 'records'}${isIncomplete ? ' anyway' : ''}`}
          </button>
        ) : null}
        {isIncomplete ? null : startOver}
        {page.hasTable ? (
          <Link className="button" to={`/admin/move-in/${id}/mapping`}>
            Change the columns
          </Link>
        ) : null}
      </div>
      <p className="small muted mt">
        The site stays up. You can run it again later without creating duplicates.
      </p>
    </Form>
  );
}

function SelectDecision({ decision }: { decision: Decision }) {
  const name = `choice-${decision.class}`;
  return (
    <div className="field mt">
      <label htmlFor={name}>
        {decision.question} ({decision.count})
      </label>
      <select className="input" id={name} name={name} defaultValue={decision.chosen}>
        {decision.choices.map(({ value, label }) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function RadioDecision({ decision }: { decision: Decision }) {
  return (
    <fieldset className="field mt">
      <legend>
        {decision.question} ({decision.count})
      </legend>
      {decision.choices.map(({ value, label }) => {
        const [words = '', hint] = label.split('. ');
        return (
          <label className="choice" key={value}>
            <input
              type="radio"
              name={`choice-${decision.class}`}
              value={value}
              defaultChecked={value === decision.chosen}
            />
            <span>
              {words}
              {hint ? <span className="hint">{hint}</span> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function PicturesField({ value }: { value: string }) {
  return (
    <div className="field mt">
      <label htmlFor="pictures">Pictures of the old site</label>
      <select className="input" id="pictures" name="pictures" defaultValue={value}>
        <option value="fetch">Copy them to this site</option>
        <option value="keep">Leave them on the old site, which has to stay online</option>
      </select>
    </div>
  );
}
