import { Link } from 'react-router';
import { PickRow } from '#app/desk/list/pick-rows.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { InboxRow as Row } from '#app/sources/inbox/inbox-rows.server.ts';

const TOMORROW = { name: 'until', value: 'tomorrow' };
const MONDAY = { name: 'until', value: 'week' };

type RowProps = { row: Row; problem: string | undefined };

/** A stack, with a button for each decision: without JavaScript, each is a form post to an address of its own. */
export function InboxRow({ row, problem }: RowProps) {
  const { id, section, isVanished, title, href, source, arrived, machineTime, when, where, snoozed } = row;
  const heading = `title-${id}`;
  return (
    <li data-section={section} data-row={id} id={`row-${id}`} tabIndex={-1} aria-labelledby={heading}>
      <PickRow id={id} title={title} />
      <div>
        <p className="meta">
          <span className="kicker">{row.kicker}</span>
          <span>{source}</span>
          <time dateTime={machineTime}>{arrived}</time>
        </p>
        <h3 id={heading}>{href ? <Link to={href}>{title}</Link> : title}</h3>
        {problem === undefined ? null : (
          <p className="error">
            <Icon name="warning" /> {problem}
          </p>
        )}
        {when ? <p className="small">{where ? `${when}. ${where}` : when}</p> : null}
        {snoozed ? <p className="small muted">Snoozed until {snoozed}</p> : null}
        {isVanished ? (
          <p className="small">Its source no longer lists this event. Readers see that it is unconfirmed.</p>
        ) : null}
        <Changes row={row} />
        <Text row={row} />
        <Sender row={row} />
        <Duplicates row={row} />
        <PossibleDuplicates row={row} />
      </div>
      <div className="cluster">
        {row.publish ? <Decide row={row} what="publish" label={row.publish} isPrimary /> : null}
        {row.editHref ? (
          <Link className="button button--small" to={row.editHref} data-edit="">
            Edit<span className="vh">: {title}</span>
          </Link>
        ) : null}
        <Decide row={row} what="discard" label={row.discard} />
        <Decide row={row} what="snooze" label="Snooze" field={TOMORROW} hint=" until tomorrow" />
      </div>
    </li>
  );
}

type DecideProps = {
  row: Row;
  what: string;
  label: string;
  /** Said in addition to screen readers, before the title. */
  hint?: string;
  isPrimary?: boolean;
  /** What the decision needs besides. */
  field?: { name: string; value: string };
};

function Decide({ row: { id, title }, what, label, hint = '', isPrimary, field }: DecideProps) {
  return (
    <button
      type="submit"
      className={isPrimary ? 'button button--small button--primary' : 'button button--small'}
      formAction={`/admin/inbox/${id}/${what}`}
      data-do={what}
      {...field}
    >
      {label}
      <span className="vh">
        {hint}: {title}
      </span>
    </button>
  );
}

/** What the source says now next to what the item has. */
function Changes({ row: { becomes, changes } }: { row: Row }) {
  return changes.map(({ field, label, from, to, isLocked }) => (
    <div className="diff" key={field}>
      <h4>{label}</h4>
      <div className="diff__side">
        {isLocked ? <p className="small">You edited this yourself.</p> : null}
        <p>
          <del>
            <span className="vh">Now: </span>
            {from}
            <span className="vh">. </span>
          </del>{' '}
          <ins>
            <span className="vh">{becomes} </span>
            {to}
            <span className="vh">. </span>
          </ins>
        </p>
      </div>
    </div>
  ));
}

/** The first lines, and in a fold the rest with the less frequent decisions. */
function Text({ row }: { row: Row }) {
  const { id, lead, rest, link, title } = row;
  return (
    <>
      {lead ? <p className="lines small">{rest ? `${lead} …` : lead}</p> : null}
      <details className="fold">
        <summary>
          More<span className="vh">: {title}</span>
        </summary>
        <div className="fold__body">
          {rest ? <p className="lines small">{`… ${rest}`}</p> : null}
          {link ? (
            <p className="small">
              <a href={link} rel="noreferrer">
                Read it at the source
              </a>
            </p>
          ) : null}
          <p className="cluster mt">
            <Decide row={row} what="snooze" label="Snooze until Monday" field={MONDAY} />
            <Link className="button button--small" to={`/admin/inbox/${id}/snooze`}>
              Snooze until a day<span className="vh">: {title}</span>
            </Link>
            {row.isChange || !row.editHref ? null : (
              <Link className="button button--small" to={`/admin/inbox/${id}/merge`} data-merge="">
                Merge into another item<span className="vh">: {title}</span>
              </Link>
            )}
          </p>
        </div>
      </details>
    </>
  );
}

/** What readers sent: its picture, the sender's history, and the page that declines with a reason. */
function Sender({ row: { id, title, sender } }: { row: Row }) {
  if (!sender) return null;
  const { picture, history } = sender;
  return (
    <>
      {picture ? (
        <p className="sent-picture">
          <img src={picture.src} width={picture.width} height={picture.height} alt={picture.alt} />
        </p>
      ) : null}
      <p className="sender small">
        {history}{' '}
        <Link to={`/admin/inbox/${id}/discard`}>
          Decline with a reason<span className="vh">: {title}</span>
        </Link>
      </p>
    </>
  );
}

/** The other sources of the same item, which were merged into it. */
function Duplicates({ row }: { row: Row }) {
  return row.duplicates.map(({ ownId, name, title, link }) => (
    <p className="small muted cluster" key={ownId}>
      <span>
        Also in {name}: {link ? <a href={link}>{title}</a> : title}. Merged into one.
      </span>
      <Decide
        row={row}
        what="split"
        label="Not a duplicate"
        hint={` in ${name}`}
        field={{ name: 'duplicate', value: ownId }}
      />
    </p>
  ));
}

/** Items that may be the same. */
function PossibleDuplicates({ row }: { row: Row }) {
  if (row.similar.length === 0) return null;
  return (
    <div className="similar">
      <h4>{row.similar.length === 1 ? 'Possible duplicate' : 'Possible duplicates'}</h4>
      <ul>
        {row.similar.map(({ id, title, note, href }) => (
          <li key={id}>
            <span>
              <strong>{href ? <Link to={href}>{title}</Link> : title}</strong>{' '}
              <span className="small">{note}</span>
            </span>
            <Decide
              row={row}
              what="merge"
              label="Merge"
              hint={` into ${title}`}
              field={{ name: 'into', value: id }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
