import { isOpen } from '#app/newsletter/issues/issue.ts';
import { Deliveries } from '#app/newsletter/pages/deliveries.tsx';
import { loadDeliveries } from '#app/newsletter/pages/load-deliveries.server.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/newsletter-admin.css?url';
import type { Route } from './+types/issue-page';
import { Composer } from './composer.tsx';
import { composerAction } from './composer-action.server.ts';
import { type ComposerOutcome, failedOf } from './composer-page.ts';
import { keepComposer } from './keep-composer.ts';
import { loadComposer } from './load-composer.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/newsletter/{id}`: the composer; once sending has begun, what became of each email. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = writeContext(args);
  const issue = await requireIssue(requestContext.read, args.params.id);
  if (!isOpen(issue)) return loadDeliveries(args, issue);
  return loadComposer(requestContext.read, requestContext, issue);
}

export function action(args: Route.ActionArgs) {
  return composerAction(args);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepComposer(args);
}

export default function IssuePage({ loaderData: page, actionData }: Route.ComponentProps) {
  return page.kind === 'composer' ? (
    <Composer page={page} outcome={actionData} key={page.id} />
  ) : (
    <Deliveries page={page} notices={<UnsavedTexts outcome={actionData} />} />
  );
}

/** What was typed about an issue whose sending had begun meanwhile, so that it can be copied. */
function UnsavedTexts({ outcome }: { outcome: ComposerOutcome | undefined }) {
  const failed = failedOf(outcome);
  if (!failed) return null;
  const { subject, preview, note } = failed.values;
  return (
    <Alert tone="danger">
      <p>{failed.reason}</p>
      <dl className="facts facts--quiet mt">
        {[
          ['Subject', subject],
          ['Preview text', preview],
          ['Opening note', note],
        ].map(([label, text]) =>
          text ? [<dt key={`${label} name`}>{label}</dt>, <dd key={label}>{text}</dd>] : null,
        )}
      </dl>
    </Alert>
  );
}
