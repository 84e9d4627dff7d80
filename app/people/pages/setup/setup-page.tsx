import { data } from 'react-router';
import {
  canSetUp,
  findEntryProblems,
  setUpAdministrator,
} from '#app/people/administrator/administrator.server.ts';
import { findConfiguredEmail } from '#app/people/administrator/administrator-address.server.ts';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { CredentialField } from '#app/people/pages/login/credential-field.tsx';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { secretAddressHeaders } from '#app/people/pages/login/secret-address.ts';
import { isHeldBack, respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { listTimeZones } from '#app/platform/time/town-time.ts';
import { openFirstSteps } from '#app/town/first-steps-state.server.ts';
import { nameTown } from '#app/town/save-sections.server.ts';
import { listMissingNames, townAndStateOf } from '#app/town/town-names.ts';
import type { Route } from './+types/setup-page';
import { checkTownNames } from './check-town-names.ts';
import { isEmptyTown, tablesOf } from './empty-town.server.ts';
import { TownFields } from './town-fields.tsx';
import { FILLED_ZONE, townNamesForm } from './town-names-input.ts';

export const handle: RouteHandle = { hydrate: true };

export const headers = secretAddressHeaders;

/** Creates the first administrator for a user with the one-time link. Opening the page does not use the link up. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town, read, collections } = writeContext(args);
  const token = tokenOf(args.request);
  if (!(await canSetUp(services.auth, token))) throw data(null, 404);
  const { production } = services.settings;
  const fixedEmail = await findConfiguredEmail(read, services.settings);
  const asksNames = listMissingNames(town, production).length > 0;
  const timeZones = listTimeZones();
  const tables = tablesOf(collections);
  const mayRestore = await isEmptyTown(read, { settings: services.settings, tables });
  const place = townAndStateOf(town);
  return { token, fixedEmail, asksNames, mayRestore, timeZones, place, siteTitle: town.title };
}

const [[emailField, passwordField, nameField]] = defineForm([
  [
    { name: 'email', label: 'Email', kind: 'email', required: true, fill: 'email' },
    {
      name: 'password',
      label: 'Password',
      kind: 'password',
      required: true,
      fill: 'new-password',
      hint: 'At least 12 characters. Longer is better.',
    },
    {
      name: 'name',
      label: 'Your name',
      kind: 'line',
      required: false,
      fill: 'name',
      hint: 'Optional. Editors see it with what you change, and new articles have it as their byline.',
    },
  ],
]);
const setupForm = [[emailField, passwordField, nameField], ...townNamesForm, hidden(FILLED_ZONE)];

export async function action(args: Route.ActionArgs) {
  const { services, town, write } = writeContext(args);
  const { auth } = services;
  const { values } = await readForm(args.request, setupForm);
  const { password, [FILLED_ZONE]: filledZone, ...typed } = values;
  const { email, name, ...names } = typed;
  const asksNames = listMissingNames(town, services.settings.production).length > 0;
  const told = checkTownNames(names, { areOptional: !asksNames, filledZone });
  const entry = { token: tokenOf(args.request), email, password, name };
  if (told.problems) {
    if (!(await canSetUp(auth, entry.token))) throw data(null, 404);
    const problems = { ...told.problems, ...(await findEntryProblems(auth, entry, callerOf(args).names)) };
    return failedForm(400, typed, { problems });
  }
  const outcome = await setUpAdministrator(auth, entry, callerOf(args));
  if (outcome.kind === 'dead') throw data(null, 404);
  if (outcome.kind === 'signedIn') {
    const { cookies, userId } = outcome;
    if (Object.keys(told.names).length > 0) await nameTown(write, told.names);
    await openFirstSteps(write);
    await recordActivity(args, 'administrator-created', undefined, userId);
    await recordActivity(args, 'signed-in', 'with the set-up link', userId);
    throw redirectWithCookies('/admin', cookies);
  }
  if (!isHeldBack(outcome)) return failedForm(400, typed, { problems: outcome.problems });
  return respondTooMany(args, outcome, typed);
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { token, fixedEmail, asksNames, mayRestore, timeZones, place, siteTitle } = loaderData;
  const isFirst = actionData === undefined;
  const { values: typed, problems = {} } = actionData ?? {};
  return (
    <AccountFrame
      title="Set up"
      siteTitle={siteTitle}
      intro="Create the administrator account, and say which town this site is for. You can change all of it later."
      failed={actionData}
    >
      <AccountForm action={`/setup?token=${encodeURIComponent(token)}`} submit="Create the administrator">
        <CredentialField
          spec={fixedEmail ? { ...emailField, hint: 'Set by BELFRY_ADMIN_EMAIL.' } : emailField}
          value={fixedEmail ?? typed?.email}
          readOnly={fixedEmail !== undefined}
          problem={problems.email}
          isFirst={isFirst && fixedEmail === undefined}
        />
        <CredentialField
          spec={passwordField}
          problem={problems.password}
          isFirst={isFirst && fixedEmail !== undefined}
        />
        <CredentialField spec={nameField} value={typed?.name} problem={problems.name} />
        <TownFields
          values={typed}
          problems={problems}
          timeZones={timeZones}
          present={asksNames ? undefined : { title: siteTitle, place }}
        />
      </AccountForm>
      {mayRestore ? (
        <p className="mt">
          Do you have a backup, or the file of a town that was handed over to you?{' '}
          <a href={`/setup/restore?token=${encodeURIComponent(token)}`}>Restore from a file</a>
        </p>
      ) : null}
    </AccountFrame>
  );
}
