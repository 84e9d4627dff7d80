import { data, redirect } from 'react-router';
import { ignoreMissing } from '#app/moving/redirects/missing-store.server.ts';
import {
  removeRedirect,
  removeRedirectsOf,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/redirect-changes';
import { deletedForm, openDeleted, sealDeleted } from './deleted-redirect.ts';

const LIST = '/admin/redirects';
const MISSING = `${LIST}/missing`;

const changeForm = [hidden('do', 'from'), ...deletedForm];

/** What the buttons of one redirect or one missing address do, and what undoes it. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, changeForm);
  const name = values.do;
  const work = Object.hasOwn(works, name) ? works[name] : undefined;
  if (!work) throw data(null, { status: 400 });
  return redirect(await work(args, values), 303);
}

export function loader() {
  return redirect(LIST);
}

type Work = (args: Route.ActionArgs, values: ValuesOf<typeof changeForm>) => Promise<string>;

/** Each returns the page to show next. */
const works: Partial<Record<string, Work>> = {
  async remove(args, { from }) {
    const { write, services } = writeContext(args);
    const removed = await removeRedirect(write, from);
    if (!removed) return LIST;
    await recordActivity(args, 'redirect-removed', removed.fromPath);
    return `${LIST}?${new URLSearchParams(sealDeleted(removed, services.keyedHash))}`;
  },
  /** As it was: an import that brought it still knows it. */
  async restore(args, values) {
    const { write, services, routes } = writeContext(args);
    const { isOwnAddress } = routes;
    const deleted = openDeleted(values, services.keyedHash);
    if (!deleted) throw data(null, { status: 400 });
    const { fromPath: from, target: to, createdAt: now, moveIn } = deleted.redirect;
    const { refused } = await saveRedirects(write, [{ from, to }], { now, moveIn, isOwnAddress });
    if (refused.length > 0) return LIST;
    await recordActivity(args, 'redirect-added', from);
    return `${LIST}?${new URLSearchParams({ saved: from })}`;
  },
  /** Back in the report of missing addresses. */
  async withdraw(args, { from }) {
    const removed = await removeRedirect(writeContext(args).write, from);
    if (removed) await recordActivity(args, 'redirect-removed', removed.fromPath);
    return MISSING;
  },
  async ignore(args, { from }) {
    await ignoreMissing(writeContext(args).write, from, true);
    return `${MISSING}?${new URLSearchParams({ ignored: from })}`;
  },
  async list(args, { from }) {
    await ignoreMissing(writeContext(args).write, from, false);
    return MISSING;
  },
  /** The redirects of a file, except those that were changed since. */
  async forget(args, { from }) {
    if (!/^csv [\w-]{36}$/.test(from)) throw data(null, { status: 400 });
    const count = await removeRedirectsOf(writeContext(args).write, from);
    await recordActivity(args, 'redirect-removed', `${count} of a file`);
    return `${LIST}?${new URLSearchParams({ undone: String(count) })}`;
  },
};
