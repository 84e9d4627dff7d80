import { data, redirect } from 'react-router';
import { ignoreMissing } from '#app/moving/redirects/missing-store.server.ts';
import {
  removeRedirect,
  removeRedirectsOf,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { formTextOf, readForm } from '#app/people/pages/login/form-field.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/redirect-changes';
import { openDeleted, sealDeleted } from './deleted-redirect.ts';

const LIST = '/admin/redirects';
const MISSING = `${LIST}/missing`;

/** What the buttons of one redirect or one missing address do, and what undoes it. */
export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request);
  const name = formTextOf(form, 'do');
  const work = Object.hasOwn(works, name) ? works[name] : undefined;
  if (!work) throw data(null, { status: 400 });
  return redirect(await work(args, form), 303);
}

export function loader() {
  return redirect(LIST);
}

type Work = (args: Route.ActionArgs, form: FormData) => Promise<string>;

/** Each returns the page to show next. */
const works: Partial<Record<string, Work>> = {
  async remove(args, form) {
    const { write, services } = writeContext(args);
    const removed = await removeRedirect(write, formTextOf(form, 'from'));
    if (!removed) return LIST;
    await recordActivity(args, 'redirect-removed', removed.fromPath);
    return `${LIST}?${new URLSearchParams(sealDeleted(removed, services.keyedHash))}`;
  },
  /** As it was: an import that brought it still knows it. */
  async restore(args, form) {
    const { write, services, routes } = writeContext(args);
    const { isOwnAddress } = routes;
    const deleted = openDeleted(form, services.keyedHash);
    if (!deleted) throw data(null, { status: 400 });
    const { fromPath: from, target: to, createdAt: now, moveIn } = deleted.redirect;
    const { refused } = await saveRedirects(write, [{ from, to }], { now, moveIn, isOwnAddress });
    if (refused.length > 0) return LIST;
    await recordActivity(args, 'redirect-added', from);
    return `${LIST}?${new URLSearchParams({ saved: from })}`;
  },
  /** Back in the report of missing addresses. */
  async withdraw(args, form) {
    const removed = await removeRedirect(writeContext(args).write, formTextOf(form, 'from'));
    if (removed) await recordActivity(args, 'redirect-removed', removed.fromPath);
    return MISSING;
  },
  async ignore(args, form) {
    const path = formTextOf(form, 'from');
    await ignoreMissing(writeContext(args).write, path, true);
    return `${MISSING}?${new URLSearchParams({ ignored: path })}`;
  },
  async list(args, form) {
    await ignoreMissing(writeContext(args).write, formTextOf(form, 'from'), false);
    return MISSING;
  },
  /** The redirects of a file, except those that were changed since. */
  async forget(args, form) {
    const id = formTextOf(form, 'from');
    if (!/^csv [\w-]{36}$/.test(id)) throw data(null, { status: 400 });
    const count = await removeRedirectsOf(writeContext(args).write, id);
    await recordActivity(args, 'redirect-removed', `${count} of a file`);
    return `${LIST}?${new URLSearchParams({ undone: String(count) })}`;
  },
};
