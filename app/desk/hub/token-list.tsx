/** The list of API tokens. */
import { Form } from 'react-router';
import { messages } from '#app/platform/messages.ts';
import { RowPanel } from './row-panel.tsx';
import type { TokenListRow } from './token-row.server.ts';

export function TokenList({ rows }: { rows: TokenListRow[] }) {
  if (rows.length === 0) return <p>{messages.empty}</p>;
  return (
    <RowPanel id="tokens" label="Tokens">
      {rows.map((row) => (
        <TokenItem row={row} key={row.id} />
      ))}
    </RowPanel>
  );
}

function TokenItem({ row: { id, name, scope, whose, made, used, ends, inForce } }: { row: TokenListRow }) {
  return (
    <li>
      <div>
        <h3>
          {name} <span className="badge is-quiet">{inForce ? scope : 'Inactive'}</span>
        </h3>
        <p className="muted">
          Of {whose}. Created {made}. Last used: {used}. {inForce ? `Expires ${ends}` : ends}.
        </p>
      </div>
      {inForce ? (
        <Form method="post" action="/admin/settings/tokens/revocation">
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="button button--small">
            Revoke
            <span className="vh"> the token {name}</span>
          </button>
        </Form>
      ) : null}
    </li>
  );
}
