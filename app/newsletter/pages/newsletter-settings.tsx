import { Form, Link, useNavigation } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { FormVersion } from '#app/desk/form/form-version.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/newsletter-admin.css?url';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Route } from './+types/newsletter-settings';
import { PlanForm, planForm } from './plan-form.tsx';
import { planTagOf, planValuesOf, savePlan } from './plan-input.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/newsletter/settings`: when issues are sent, who reviews them, and how bounces come back. */
export async function loader(args: Route.LoaderArgs) {
  const { town, services } = writeContext(args);
  const plan = await findNewsletterPlan(services.write);
  return {
    values: planValuesOf(plan),
    version: planTagOf(plan),
    hasKey: plan.webhook.key !== '',
    usualName: newsletterNameOf({ name: '' }, town),
    webhooks: `${services.settings.url}/api/v1/newsletter/webhooks/`,
  };
}

const CHANGED =
  'Someone else changed these settings in the meantime. What you typed is below. Save again to replace theirs.';

/** Saves the settings; what was typed stays if they are wrong. */
export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const usual = planValuesOf(await findNewsletterPlan(write));
  const { values, names, version } = await readForm(args.request, planForm, usual);
  const outcome = await savePlan(write, values, names.includes('version') ? version : undefined);
  if (outcome.kind === 'refused')
    return failedForm(422, values, { problems: outcome.problems, version: outcome.version });
  if (outcome.kind === 'conflict')
    return failedForm(409, values, { reason: CHANGED, version: outcome.version });
  await recordActivity(args, 'newsletter-settings-changed');
  return { isSaved: true };
}

export default function NewsletterSettings({ loaderData, actionData }: Route.ComponentProps) {
  const failure = actionData && 'values' in actionData ? actionData : undefined;
  const { values, problems, version = '' } = failure ?? { ...loaderData, problems: {} };
  const isBusy = useNavigation().state === 'submitting';
  return (
    <AdminPage
      isForm
      heading="Newsletter settings"
      parent={{ to: '/admin/newsletter', label: 'Newsletter' }}
      notices={
        <>
          {actionData && !failure ? <Alert tone="success">{messages.saved}</Alert> : null}
          {failure ? <FailedSave {...failure} spec={planForm} /> : null}
        </>
      }
    >
      <Form method="post" action="/admin/newsletter/settings" noValidate>
        <FormVersion version={version} given={actionData ?? loaderData} isUnsaved={failure !== undefined} />
        <PlanForm {...loaderData} values={values} problems={problems} />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
            Save
          </button>
          <Link className="button" to="/admin/newsletter">
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}
