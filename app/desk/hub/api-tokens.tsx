import { data, Form } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import {
  readContext,
  reportFailedSave,
  requestContextKey,
  writeContext,
} from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { type TokenScope, tokenScopes } from '#app/people/tokens/api-token.ts';
import {
  createApiToken,
  isInForce,
  type ListedToken,
  listApiTokens,
} from '#app/people/tokens/api-token-store.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import type { FieldProblems, FieldSpec, FormSpec } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/api-tokens';
import { AdminPage } from './admin-page.tsx';
import { ProofNote } from './proof-note.tsx';
import { RowPanel } from './row-panel.tsx';

const PATH = '/admin/settings/tokens';

/**
 * The tokens with which programs write. Only a hash of each is stored. Users must confirm their identity before
 * they type anything.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { services, method } = args.context.get(requestContextKey);
  // A rejected form must be shown again as typed, and so must a new token.
  if (method !== 'POST') await requireRecentProof(services.auth, args.request, PATH);
  const tokens = await listApiTokens(read, now);
  const asked = args.url.searchParams;
  return {
    rows: tokens.map((token) => tokenRowOf(token, town, now)),
    saved: asked.get('saved') === '1',
    failed: asked.get('failed') === '1',
  };
}

const scopeWords: Record<TokenScope, string> = {
  write: 'Read and write',
  read: 'Read only',
  metrics: 'Metrics only',
};

const lifetimes = [
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 365, words: '1 year' },
];
const USUAL_DAYS = 365;
const MAX_NAME = 60;

type Row = {
  id: string;
  name: string;
  scope: string;
  made: string;
  used: string;
  ends: string;
  inForce: boolean;
};

function tokenRowOf(token: ListedToken, town: Town, now: number): Row {
  const { id, name, scope, createdAt, lastUsedAt, expiresAt, revokedAt } = token;
  const ended =
    expiresAt <= now ? `Expired ${formatShortDate(expiresAt, town)}` : formatShortDate(expiresAt, town);
  return {
    id,
    name,
    scope: scopeWords[scope],
    made: formatShortDate(createdAt, town),
    used: lastUsedAt ? `${formatShortDate(lastUsedAt, town)}, ${formatTime(lastUsedAt, town)}` : 'Never',
    ends: revokedAt ? `Revoked ${formatShortDate(revokedAt, town)}` : ended,
    inForce: isInForce(token, now),
  };
}

const nameField: FieldSpec = {
  name: 'name',
  label: 'Name',
  kind: 'line',
  required: true,
  hint: 'What the token is for, for example “Calendar import”.',
};

const scopeField: FieldSpec = {
  name: 'scope',
  label: 'Permissions',
  kind: 'choice',
  required: true,
  choices: tokenScopes.map((scope) => ({ value: scope, label: scopeWords[scope] })),
};

const daysField: FieldSpec = {
  name: 'days',
  label: 'Expires after',
  kind: 'choice',
  required: true,
  choices: lifetimes.map(({ days, words }) => ({ value: String(days), label: words })),
};

const form: FormSpec = [[nameField], [scopeField], [daysField]];

const headers = { 'Cache-Control': 'private, no-store' };

/** Creates a token. Its text is shown only in this response. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeContext(args);
  const isProved = await hasRecentProof(services.auth, args.request);
  const { values, unknown } = await readForm(args.request, form);
  const name = String(values.name).trim();
  const scope = tokenScopes.find((each) => each === values.scope);
  const lifetime = lifetimes.find(({ days }) => String(days) === values.days);
  const fail = (status: number, more: { problems?: FieldProblems; unproved?: boolean } = {}) =>
    failedForm({ status, headers }, { name }, more);
  if (!isProved) return fail(403, { unproved: true });
  if (!scope || !lifetime || unknown.length > 0) return fail(400);
  if (name === '' || name.length > MAX_NAME)
    return fail(400, { problems: { name: `Enter a name with at most ${MAX_NAME} characters` } });
  try {
    const token = await createApiToken(write, { name, scope, days: lifetime.days }, now);
    await recordActivity(args, 'token-created', name);
    return data({ token, name }, { headers });
  } catch (error) {
    const { status } = reportFailedSave(args, error, 'an API token could not be created');
    return fail(status);
  }
}

export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, saved, failed } = loaderData;
  const created = actionData && 'token' in actionData ? actionData : undefined;
  const failure = actionData && 'values' in actionData ? actionData : undefined;
  return (
    <AdminPage
      heading="API tokens"
      about={
        <>
          A program sends its token as <code>Authorization: Bearer TOKEN</code>. See{' '}
          <a href="/api/openapi.json">the API</a>.
        </>
      }
      notices={
        failed || failure ? (
          <FailedSave {...failure} spec={form} />
        ) : saved && !actionData ? (
          <Alert tone="success">{messages.saved}</Alert>
        ) : null
      }
    >
      {failure?.unproved ? <ProofNote next={PATH} /> : null}
      {created ? <NewToken {...created} /> : null}
      <TokenForm
        name={failure?.values.name ?? ''}
        problem={failure?.problems.name}
        key={created?.token ?? ''}
      />
      <TokenList rows={rows} />
    </AdminPage>
  );
}

function NewToken({ name, token }: { name: string; token: string }) {
  return (
    <>
      <Alert tone="success">{messages.saved}</Alert>
      <section className="panel form" aria-labelledby="new-token-label">
        <div className="field">
          <label htmlFor="new-token" id="new-token-label">
            Token for “{name}”
          </label>
          <span className="hint" id="new-token-hint">
            Copy it now. It won’t be shown again.
          </span>
          <input
            id="new-token"
            className="input"
            readOnly
            defaultValue={token}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="new-token-hint"
          />
        </div>
      </section>
    </>
  );
}

function TokenForm({ name, problem }: { name: string; problem: string | undefined }) {
  return (
    <section className="panel form" aria-labelledby="new">
      <h2 id="new" className="mb">
        New token
      </h2>
      <Form method="post">
        <Field spec={nameField} value={name} problem={problem} />
        <Field spec={scopeField} value="write" problem={undefined} />
        <Field spec={daysField} value={String(USUAL_DAYS)} problem={undefined} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Create token
          </button>
        </div>
      </Form>
    </section>
  );
}

function TokenList({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return <p>{messages.empty}</p>;
  return (
    <RowPanel id="tokens" label="Tokens">
      {rows.map((row) => (
        <TokenItem row={row} key={row.id} />
      ))}
    </RowPanel>
  );
}

function TokenItem({ row: { id, name, scope, made, used, ends, inForce } }: { row: Row }) {
  return (
    <li>
      <div>
        <h3>
          {name} <span className="badge is-quiet">{inForce ? scope : 'Inactive'}</span>
        </h3>
        <p className="muted">
          Created {made}. Last used: {used}. {inForce ? `Expires ${ends}` : ends}.
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
