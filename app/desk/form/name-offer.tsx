import { Fragment } from 'react';
import { Form } from 'react-router';
import { Alert } from '#app/platform/ui/alert.tsx';
import { FailedSave } from './failed-save.tsx';
import type { NameOffer as Offer } from './name-offer.server.ts';

type NameOfferProps = {
  offer: Offer | null;
  version: string;
  /** The result of the last response to this offer: 'stale', 'too-long', 'failed'; null without one. */
  outcome: string | null;
};

/** After the site or town was renamed: the texts with the old name, to be changed or left. */
export function NameOffer({ offer, version, outcome }: NameOfferProps) {
  return (
    <>
      <Outcome outcome={outcome} />
      {offer ? (
        <section className="theirs mb" aria-labelledby="old-names">
          <h3 id="old-names">These texts still contain the old name</h3>
          <ul className="problems">
            {offer.texts.map(({ field, label, found }) => (
              <li key={field}>
                {label}: {found.map(({ name, count }) => `“${name}” ${timesOf(count)}`).join(', ')}
              </li>
            ))}
          </ul>
          <p className="mt">
            Change{' '}
            {offer.changes.map(({ from, to }, index) => (
              <Fragment key={from}>
                {index > 0 ? ', and ' : ''}“{from}” to “{to}”
              </Fragment>
            ))}
            ?
          </p>
          <Form method="post" action="/admin/settings?names#site" className="actions">
            <input type="hidden" name="version" value={version} />
            <button type="submit" className="button" name="choice" value="change">
              Change them
            </button>
            <button type="submit" className="button" name="choice" value="leave">
              Keep them
            </button>
          </Form>
        </section>
      ) : null}
    </>
  );
}

function Outcome({ outcome }: { outcome: string | null }) {
  if (outcome === 'stale') {
    return (
      <Alert tone="warning">
        The settings have changed in the meantime, so no text was changed. The list below is up to date.
      </Alert>
    );
  }
  if (outcome === 'too-long')
    return <FailedSave reason="With the new name, one of the texts would be too long." />;
  return outcome === 'failed' ? <FailedSave /> : null;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
