import { data, redirect } from 'react-router';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
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
import { isEmailed } from '#app/sources/suggestions/send-suggestion.server.ts';
import {
  fieldNames,
  type SuggestionValues,
  suggestionForm,
} from '#app/sources/suggestions/suggestion-fields.ts';
import { findByToken, type Suggestion } from '#app/sources/suggestions/suggestion-store.server.ts';
import type { Route } from './+types/submitted';
import { type FoundSuggestion, loadStatus } from './load-status.server.ts';
import { SubmitForm } from './submit-form.tsx';
import type { EditResult } from './submit-result.ts';
import { SubmittedEdit } from './submitted-edit.tsx';
import { pathWith, SubmittedStatus } from './submitted-status.tsx';

export const handle: RouteHandle = {};

export const links = () => [
  { rel: 'stylesheet', href: formStyles },
  { rel: 'stylesheet', href: submitStyles },
];

export const headers = secretAddressHeaders;

/**
 * `/submit/{token}`: the status of what was sent; with `?edit` its form. With `?confirm`, which only the emailed link
 * has, its sender confirms the address and sends other events. Reading changes nothing.
 */
export async function loader(args: Route.LoaderArgs) {
  const { services, now } = args.context.get(requestContextKey);
  const { town, siteUrl, collections } = readContext(args);
  const context = { write: services.write, collections, town, siteUrl, now };
  const own = await findByToken(services.write, args.params.token);
  const page = {
    siteTitle: town.title,
    path: `/submit/${args.params.token}`,
    email: town.contactEmail,
    isAllRead: town.trustAfter === 'never',
  };
  if (!own || own.state === 'withdrawn') return data({ ...page, found: null }, 404);
  const query = args.url.searchParams;
  const item = own.state === 'published' ? await findItem(services.write, own, collections) : undefined;
  const { secret } = services.auth;
  const link = linkOf(args, secret, own);
  const canSendAnother = link.isEmailed && own.confirmedAt !== null;
  const found: FoundSuggestion = {
    kind: kindOf(own),
    isEdit: query.has('edit'),
    canSendAnother,
    isAnother: query.has('another') && canSendAnother,
    token: createFormToken(args),
    values: typedValuesOf(item?.input ?? JSON.parse(own.input), { town, siteUrl }),
    status: await loadStatus(args, own, item),
    confirm:
      link.isEmailed && own.confirmedAt === null
        ? {
            ...{ address: own.email ?? '', shown: shownOf(secret, own) },
            publishes: await wouldPublish(context, own),
          }
        : null,
    said: query.get('done'),
  };
  return data({ ...page, path: link.path, found });
}

type Args = { url: URL; params: { token: string } };

/** The private link that a request came by. Without the code of the emailed one, it gives no trust. */
function linkOf({ url, params: { token } }: Args, secret: string, own: Suggestion) {
  const code = url.searchParams.get('confirm') ?? '';
  return isEmailed(secret, own, code)
    ? { path: `/submit/${token}?confirm=${code}`, isEmailed: true }
    : { path: `/submit/${token}`, isEmailed: false };
}

/** A hash of the text that a page shows: the confirmation is of this text. */
function shownOf(secret: string, { input }: Pick<Suggestion, 'input'>): string {
  return keyedHash(secret, 'suggestion text', input);
}

const actionForm = [...suggestionForm, hidden('do', 'shown')];

/** Confirms the address, changes or withdraws what was sent. */
export async function action(args: Route.ActionArgs) {
  const { values: typed } = await readForm(args.request, actionForm);
  const { services, now, collections, town, siteUrl } = writeContext(args);
  const context = { write: services.write, collections, town, siteUrl, now };
  const { token } = args.params;
  const { secret } = services.auth;
  const own = await findByToken(services.write, token);
  if (!own || own.state === 'withdrawn') return data(null, 404);
  const link = linkOf(args, secret, own);
  const goTo = (done: string) => redirect(pathWith(link.path, `done=${done}`), 303);
  if (typed.do === 'confirm') {
    if (!link.isEmailed) return redirect(link.path, 303);
    if (typed.shown !== shownOf(secret, own)) return goTo('changed');
    await confirmSender(services.write, own.id, now);
    return goTo((await publishIfTrusted(context, own)) ? 'published' : 'confirmed');
  }
  if (typed.do === 'withdraw') {
    await withdrawSuggestion(services.write, token, now);
    return redirect(link.path, 303);
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
  const isPublished =
    outcome.kind === 'saved' &&
    link.isEmailed &&
    (await publishIfTrusted(context, { id: own.id, input: outcome.input }));
  return goTo(isPublished ? 'published' : outcome.kind);
}

export default function Submitted({ loaderData, actionData }: Route.ComponentProps) {
  const { found, siteTitle, path, email, isAllRead } = loaderData;
  const by = path.slice('/submit/'.length);
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
