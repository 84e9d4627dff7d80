import { Form, Link } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import type { loadSource } from './load-source.server.ts';

type MailFault = NonNullable<Awaited<ReturnType<typeof loadSource>>['trouble']>;

/** What is wrong with a source, and the likeliest fix as a button. */
export function SourceErrorAlert({ id, trouble }: { id: string; trouble: MailFault }) {
  const { tone, message, stays, newAddress, mayHaveMoved, canResume } = trouble;
  const path = `/admin/sources/${id}`;
  return (
    <LastingAlert tone={tone}>
      <p>
        {message}
        {stays || newAddress ? (
          <span className="light">
            <br />
            {stays} {newAddress ? `Its new address seems to be ${newAddress}` : ''}
          </span>
        ) : null}
      </p>
      {newAddress ? (
        <Form method="post" action={`${path}/resumption`}>
          <button type="submit" className="button">
            Use the new address
          </button>
        </Form>
      ) : null}
      {canResume && !newAddress ? (
        <Form method="post" action={`${path}/resumption`}>
          <button type="submit" className="button">
            Start checking again
          </button>
        </Form>
      ) : null}
      {mayHaveMoved ? (
        <Link className="button" to={`${path}/address`}>
          Look for a new address
        </Link>
      ) : null}
    </LastingAlert>
  );
}
