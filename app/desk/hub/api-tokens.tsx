import { data, Form } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import {
  readContext,
  reportFailedSave,
  requestContextKey,
  writeContext,
} from '#app/people/request/context.ts';
import { hasRole } from '#app/people/request/policy.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { listPeople, nameOfPerson } from '#app/people/team/person-store.server.ts';
import { roleWords } from '#app/people/team/team.ts';
import { scopeWords, tokenRoles, tokenScopes } from '#app/people/tokens/api-token.ts';
import { createApiToken, listApiTokens } from '#app/people/tokens/api-token-store.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import {
  type Choice,
  choicesOf,
  type FieldProblems,
  type FieldSpec,
  type FormSpec,
} from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import type { Route } from './+types/api-tokens';
import { AdminPage } from './admin-page.tsx';
import { ProofNote } from './proof-note.tsx';
import { TokenList } from './token-list.tsx';
import { tokenRowOf } from './token-row.server.ts';

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
  const people = await listPeople(services.auth);
  const asked = args.url.searchParams;
  return {
    rows: tokens.map((token) => tokenRowOf(token, town, now)),
    people: people.map((person) => ({ value: person.userId, label: nameOfPerson(person) })),
    saved: asked.get('saved') === '1',
    failed: asked.get('failed') === '1',
  };
}

const lifetimes = [
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 365, words: '1 year' },
];
const USUAL_DAYS = 365;
const MAX_NAME = 60;

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

const roleField: FieldSpec = {
  name: 'role',
  label: 'Role',
  kind: 'choice',
  required: true,
  hint: 'What a token that can write may do, as long as its person may.',
  choices: choicesOf(roleWords),
};

const personField: FieldSpec = {
  name: 'person',
  label: 'Person',
  kind: 'choice',
  required: true,
  hint: 'The token ends when this person no longer works on the site.',
};

const daysField: FieldSpec = {
  name: 'days',
  label: 'Expires after',
  kind: 'choice',
  required: true,
  choices: lifetimes.map(({ days, words }) => ({ value: String(days), label: words })),
};

const form: FormSpec = [[nameField], [scopeField], [roleField], [personField], [daysField]];

const headers = { 'Cache-Control': 'private, no-store' };

/** Creates a token. Its text is shown only in this response. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now, viewer } = writeContext(args);
  const isProved = await hasRecentProof(services.auth, args.request);
  const { values, unknown } = await readForm(args.request, form);
  const name = String(values.name).trim();
  const scope = tokenScopes.find((each) => each === values.scope);
  const lifetime = lifetimes.find(({ days }) => String(days) === values.days);
  const role = tokenRoles.find((each) => each === (values.role || 'admin'));
  const own = viewer.kind === 'visitor' ? '' : viewer.userId;
  const owner = (await listPeople(services.auth)).find(({ userId }) => userId === (values.person || own));
  const fail = (status: number, more: { problems?: FieldProblems; unproved?: boolean } = {}) =>
    failedForm(
      { status, headers },
      {
        name,
        scope: String(values.scope),
        role: String(values.role),
        person: String(values.person),
        days: String(values.days),
      },
      more,
    );
  if (!isProved) return fail(403, { unproved: true });
  if (!scope || !lifetime || !role || unknown.length > 0) return fail(400);
  if (!owner) return fail(400, { problems: { person: 'Choose a person who works on the site' } });
  if (scope === 'write' && !hasRole(owner.role, role))
    return fail(400, { problems: { role: `${nameOfPerson(owner)} does not have this role` } });
  if (name === '' || name.length > MAX_NAME)
    return fail(400, { problems: { name: `Enter a name with at most ${MAX_NAME} characters` } });
  try {
    const token = await createApiToken(
      write,
      { name, scope, days: lifetime.days, userId: owner.userId, role },
      now,
    );
    await recordActivity(args, 'token-created', name);
    return data({ token, name }, { headers });
  } catch (error) {
    const { status } = reportFailedSave(args, error, 'an API token could not be created');
    return fail(status);
  }
}

export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, people, saved, failed } = loaderData;
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
        people={people}
        values={failure?.values}
        problems={failure?.problems}
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

type TokenFormProps = {
  people: Choice[];
  values: Partial<Record<string, string>> | undefined;
  problems: FieldProblems | undefined;
};

function TokenForm({ people, values = {}, problems = {} }: TokenFormProps) {
  return (
    <section className="panel form" aria-labelledby="new">
      <h2 id="new" className="mb">
        New token
      </h2>
      <Form method="post">
        <Field spec={nameField} value={values.name ?? ''} problem={problems.name} />
        <Field spec={scopeField} value={values.scope || 'write'} problem={undefined} />
        <Field spec={roleField} value={values.role || 'admin'} problem={problems.role} />
        <Field
          spec={{ ...personField, choices: people }}
          value={values.person || (people[0]?.value ?? '')}
          problem={problems.person}
        />
        <Field spec={daysField} value={values.days || String(USUAL_DAYS)} problem={undefined} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Create token
          </button>
        </div>
      </Form>
    </section>
  );
}
