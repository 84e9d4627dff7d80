import { data, redirect } from 'react-router';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import submitStyles from '#app/platform/ui/styles/submit.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import {
  countPublicForm,
  createFormToken,
  judgePublicForm,
} from '#app/sources/suggestions/form-guard.server.ts';
import {
  confirmSender,
  editSuggestion,
  findItem,
  kindOf,
  withdrawSuggestion,
} from '#app/sources/suggestions/own-suggestion.server.ts';
import { publishIfTrusted, wouldPublish } from '#app/sources/suggestions/publish-trusted.server.ts';
import { typedValuesOf } from '#app/sources/suggestions/read-suggestion.server.ts';
import { confirmationOf } from '#app/sources/suggestions/send-suggestion.server.ts';
import {
  fieldNames,
  type SuggestionValues,
  suggestionForm,
} from '#app/sources/suggestions/suggestion-fields.ts';
import { findByToken } from '#app/sources/suggestions/suggestion-store.server.ts';
import type { Route } from './+types/submitted';
import { type FoundSuggestion, loadStatus } from './load-status.server.ts';
import { SubmitForm } from './submit-form.tsx';
import type { EditResult } from './submit-result.ts';
import { SubmittedEdit } from './submitted-edit.tsx';
import { SubmittedStatus } from './submitted-status.tsx';

export const handle: RouteHandle = {};

export const links = () => [
  { rel: 'stylesheet', href: formStyles },
  { rel: 'stylesheet', href: submitStyles },
];

export const headers = secretAddressHeaders;

/** `/submit/{token}`: the status of what was sent; with `?edit` its form. Reading changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { services, now } = args.context.get(requestContextKey);
  const { town, siteUrl, collections } = readContext(args);
  const context = { write: services.write, collections, town, siteUrl, now };
  const own = await findByToken(services.write, args.params.token);
  const page = {
    siteTitle: town.title,
    path: `/submit/${args.params.token}`,
    by: args.params.token,
    email: town.contactEmail,
    isAllRead: town.trustAfter === 'never',
  };
  if (!own || own.state === 'withdrawn') return data({ ...page, found: null }, 404);
  const query = args.url.searchParams;
  const item = own.state === 'published' ? await findItem(services.write, own, collections) : undefined;
  const confirm = query.get('confirm') ?? '';
  const isConfirmation =
    own.email !== null &&
    own.confirmedAt === null &&
    confirm === confirmationOf(services.auth.secret, own.id, own.email);
  const found: FoundSuggestion = {
    kind: kindOf(own),
    isEdit: query.has('edit'),
    isAnother: query.has('another') && own.confirmedAt !== null,
    token: createFormToken(args),
    values: typedValuesOf(item?.input ?? JSON.parse(own.input), { town, siteUrl }),
    status: await loadStatus(args, own, item),
    confirm: isConfirmation
      ? { address: own.email ?? '', code: confirm, publishes: await wouldPublish(context, own) }
      : null,
    said: query.get('done'),
  };
  return data({ ...page, found });
}

const actionForm = [...suggestionForm, hidden('do', 'confirm')];

/** Confirms the address, changes or withdraws what was sent. */
export async function action(args: Route.ActionArgs) {
  const { values: typed } = await readForm(args.request, actionForm);
  const { services, now, collections, town, siteUrl } = writeContext(args);
  const context = { write: services.write, collections, town, siteUrl, now };
  const { token } = args.params;
  const here = `/submit/${token}`;
  const own = await findByToken(services.write, token);
  if (!own || own.state === 'withdrawn') return data(null, 404);
  if (typed.do === 'confirm') {
    if (own.email !== null && typed.confirm === confirmationOf(services.auth.secret, own.id, own.email))
      await confirmSender(services.write, own.id, now);
    return redirect(
      `${here}?done=${(await publishIfTrusted(context, own.id)) ? 'published' : 'confirmed'}`,
      303,
    );
  }
  if (typed.do === 'withdraw') {
    await withdrawSuggestion(services.write, token, now);
    return redirect(here, 303);
  }
  const values = Object.fromEntries(
    fieldNames.map((name) => [name, typed[name].replaceAll('\r\n', '\n')]),
  ) as SuggestionValues;
  const again = (
    status: number,
    more: Partial<Pick<EditResult, 'token' | 'problems' | 'reason'>>,
    init: Record<string, string> = {},
  ) =>
    failedForm({ status, headers: init }, values, {
      token: createFormToken(args, typed.opened),
      ...more,
    });
  const verdict = await judgePublicForm(args, { token: typed.opened, trap: typed.website });
  if (verdict.kind === 'full')
    return again(
      503,
      { reason: 'We have a lot to read right now. Please come back tomorrow.' },
      {
        'Retry-After': String(Math.ceil(verdict.retryMs / 1000)),
      },
    );
  if (verdict.kind !== 'open')
    return again(422, { reason: 'Please wait a few seconds, and save again.', token: createFormToken(args) });
  const waitMs = await countPublicForm(args, { token: typed.opened });
  if (waitMs > 0) {
    await recordActivity(args, 'held-back', '/submit/:token');
    return again(
      429,
      { reason: 'Too many submissions came from your network. Please try again in an hour.' },
      {
        'Retry-After': String(Math.ceil(waitMs / 1000)),
      },
    );
  }
  const outcome = await editSuggestion(services.write, token, values, context);
  if (outcome.kind === 'problems') return again(400, { problems: outcome.problems });
  if (outcome.kind === 'known') return again(409, { reason: 'This text was sent before. Change it first.' });
  if (outcome.kind === 'gone') return data(null, 404);
  if (outcome.kind === 'saved' && (await publishIfTrusted(context, own.id)))
    return redirect(`${here}?done=published`, 303);
  return redirect(`${here}?done=${outcome.kind}`, 303);
}

export default function Submitted({ loaderData, actionData }: Route.ComponentProps) {
  const { found, siteTitle, path, by, email, isAllRead } = loaderData;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Your submission | ${siteTitle}`} />
      {found === null ? (
        <div className="empty">
          <p className="code">404</p>
          <h1>This link no longer works</h1>
          <p>
            Your submission was withdrawn or is more than 90 days old.{' '}
            <a href="/submit">Send something new</a>
          </p>
        </div>
      ) : found.isAnother ? (
        <div className="reading">
          <SubmitForm kind="event" token={found.token} result={undefined} {...{ by, email, isAllRead }} />
        </div>
      ) : found.isEdit || actionData ? (
        <SubmittedEdit found={found} result={actionData ?? undefined} path={path} />
      ) : (
        <SubmittedStatus found={found} path={path} />
      )}
    </main>
  );
}
