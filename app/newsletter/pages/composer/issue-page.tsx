import { isOpen } from '#app/newsletter/issues/issue.ts';
import { Deliveries } from '#app/newsletter/pages/deliveries.tsx';
import { countSamplesIn } from '#app/newsletter/pages/issue-samples.server.ts';
import { loadDeliveries } from '#app/newsletter/pages/load-deliveries.server.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { SampleWarning } from '#app/newsletter/pages/sample-warning.tsx';
import { writeContext } from '#app/people/request/context.ts';
import styles from '#app/platform/ui/styles/newsletter-admin.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/issue-page';
import { Composer } from './composer.tsx';
import { composerAction } from './composer-action.server.ts';
import { keepComposer } from './keep-composer.ts';
import { loadComposer } from './load-composer.server.ts';
import { UnsavedTexts } from './unsaved-texts.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/newsletter/{id}`: the composer; once sending has begun, what became of each email. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = writeContext(args);
  const issue = await requireIssue(requestContext.read, args.params.id);
  if (!isOpen(issue)) return loadDeliveries(args, issue);
  const samples = await countSamplesIn(requestContext.read, requestContext, issue);
  return { ...(await loadComposer(requestContext.read, requestContext, issue)), samples };
}

export function action(args: Route.ActionArgs) {
  return composerAction(args);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepComposer(args);
}

export default function IssuePage({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <>
      <UnlistedHead title={`${page.heading} | ${page.siteTitle}`} />
      {page.kind === 'composer' ? (
        <>
          <SampleWarning count={page.samples} />
          <Composer page={page} outcome={actionData} key={page.id} />
        </>
      ) : (
        <>
          <UnsavedTexts outcome={actionData} />
          <Deliveries page={page} />
        </>
      )}
    </>
  );
}
