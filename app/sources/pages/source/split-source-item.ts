import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { splitItem } from '#app/sources/import/merge-items.server.ts';
import type { Route } from './+types/split-source-item';
import { requireSource } from './load-source.server.ts';

/** Takes an item of the source out of the one that it was merged into; the two are never merged again. */
export async function action(args: Route.ActionArgs) {
  const { write, town, siteUrl, collections, services, viewer } = writeContext(args);
  const { id, name } = await requireSource(args, args.params.id);
  const { values } = await readForm(args.request, [hidden('collection', 'item')]);
  const context = { write, town, siteUrl, collections, now: services.now };
  const place = { collection: values.collection, ownId: values.item };
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const split = await splitItem(write, context, place, { by });
  if (split.kind === 'missing') return redirect(`/admin/sources/${id}`, 303);
  await recordActivity(args, 'source-changed', name);
  return redirect(`/admin/sources/${id}?split=${split.entryId === null ? 'done' : 'waiting'}`, 303);
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/sources/${params.id}`);
}
