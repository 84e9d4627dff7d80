import { data } from 'react-router';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import submitStyles from '#app/platform/ui/styles/submit.css?url';
import { createFormToken, findFull, judgePublicForm } from '#app/sources/suggestions/form-guard.server.ts';
import { sendSuggestion } from '#app/sources/suggestions/send-suggestion.server.ts';
import {
  fieldNames,
  kindOfSuggestion,
  type SuggestionKind,
  type SuggestionValues,
  suggestionForm,
} from '#app/sources/suggestions/suggestion-fields.ts';
import type { Route } from './+types/submit';
import { SubmitForm } from './submit-form.tsx';
import type { SubmitResult } from './submit-result.ts';
import { SubmitCheck, SubmitClosed, SubmitThanks, SubmitWait } from './submit-results.tsx';

export const handle: RouteHandle = {};

export const links = () => [
  { rel: 'stylesheet', href: formStyles },
  { rel: 'stylesheet', href: submitStyles },
];

const PRIVATE = { 'Cache-Control': 'private, no-store' };

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders;
}

/** `/submit?kind=news`: what readers know and the site does not. */
export async function loader(args: Route.LoaderArgs) {
  const { town, readOnly } = readContext(args);
  const page = {
    kind: kindOfSuggestion(args.url.searchParams.get('kind')),
    token: createFormToken(args),
    siteTitle: town.title,
    contactEmail: town.contactEmail,
    isAllRead: town.trustAfter === 'never',
    closed: undefined as string | undefined,
  };
  if (readOnly) return data({ ...page, closed: readOnly.sentence }, { headers: PRIVATE });
  const full = await findFull(args);
  return full
    ? data({ ...page, closed: FULL }, { status: 503, headers: retryAfter(full.retryMs) })
    : data(page, { headers: PRIVATE });
}

const FULL = 'We have a lot to read right now. Please come back tomorrow.';

function retryAfter(ms: number): Record<string, string> {
  return { ...PRIVATE, 'Retry-After': String(Math.max(Math.ceil(ms / 1000), 1)) };
}

type More = Partial<
  Pick<SubmitResult, 'step' | 'token' | 'problems' | 'reason' | 'sent' | 'similar' | 'hadPicture'>
>;

/** Takes what was sent, or shows it again with the reason. Without an account and without script. */
export async function action(args: Route.ActionArgs) {
  const { values: typed } = await readForm(args.request, suggestionForm);
  const kind = kindOfSuggestion(typed.kind);
  const values = Object.fromEntries(
    fieldNames.map((name) => [name, typed[name].replaceAll('\r\n', '\n')]),
  ) as SuggestionValues;
  const respond = (status: number, more: More, headers: Record<string, string> = PRIVATE) =>
    failedForm({ status, headers }, values, {
      step: 'form',
      kind,
      token: createFormToken(args, typed.opened),
      by: typed.by,
      ...more,
    } as More & {
      step: SubmitResult['step'];
      kind: SuggestionKind;
      token: string;
      by: string;
    });
  const verdict = await judgePublicForm(args, { token: typed.opened, trap: typed.website });
  if (verdict.kind === 'trapped') return respond(200, { step: 'thanks' });
  if (verdict.kind === 'full') return respond(503, { step: 'full' }, retryAfter(verdict.retryMs));
  if (verdict.kind === 'early') return respond(422, { step: 'wait', token: createFormToken(args) });
  if (verdict.kind === 'stale') return respond(422, { reason: STALE, token: createFormToken(args) });
  if (typed.same === 'edit') return respond(200, { reason: 'Not sent yet.' });
  const isPlain = typed.same === 'plain';
  const isDifferent = typed.same === 'no' || isPlain;
  const { opened: token, by } = typed;
  const sending = { kind, values, token, isDifferent, isPlain, by, caller: callerOf(args) };
  const outcome = await sendSuggestion(args, sending);
  switch (outcome.kind) {
    case 'problems':
      return respond(400, { problems: outcome.problems });
    case 'similar':
      return respond(200, { step: 'check', similar: outcome.similar, hadPicture: outcome.hadPicture });
    case 'slowed':
      await recordActivity(args, 'held-back', '/submit');
      return respond(429, { step: 'limit' }, retryAfter(outcome.waitMs));
    case 'full':
      return respond(503, { step: 'full' }, retryAfter((await findFull(args))?.retryMs ?? 1));
    case 'known':
      return respond(409, { reason: KNOWN });
    case 'blocked':
      return respond(403, { reason: BLOCKED });
    default: {
      const { title, path, mailedTo, isPublished } = outcome;
      const { settings } = args.context.get(requestContextKey).services;
      return respond(200, {
        step: 'thanks',
        sent: { title, path, link: settings.url + path, mailedTo, isPublished },
      });
    }
  }
}

const STALE = 'Not sent yet, because this page was open for more than two hours. Press Send again.';
const KNOWN = 'Not sent: we already got exactly this. An editor has read it, or will.';
const BLOCKED = 'Not sent. Please email the editors instead.';

export default function Submit({ loaderData, actionData }: Route.ComponentProps) {
  const { siteTitle, contactEmail, isAllRead } = loaderData;
  const kind = actionData?.kind ?? loaderData.kind;
  const step = actionData?.step ?? 'form';
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead
        title={kind === 'event' ? 'Tell us about an event' : 'Share some news'}
        description={`Send an event or a piece of news to ${siteTitle}. No account needed.`}
        path={kind === 'event' ? '/submit' : '/submit?kind=news'}
      />
      <div className="reading">
        {loaderData.closed !== undefined || step === 'full' ? (
          <SubmitClosed reason={loaderData.closed ?? FULL} result={actionData} email={contactEmail} />
        ) : step === 'thanks' ? (
          <SubmitThanks sent={actionData?.sent} kind={kind} />
        ) : step === 'check' && actionData ? (
          <SubmitCheck result={actionData} />
        ) : step === 'wait' && actionData ? (
          <SubmitWait result={actionData} />
        ) : (
          <SubmitForm
            kind={kind}
            token={actionData?.token ?? loaderData.token}
            result={actionData}
            email={contactEmail}
            isAllRead={isAllRead}
          />
        )}
      </div>
    </main>
  );
}
