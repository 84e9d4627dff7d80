import { data, redirect } from 'react-router';
import { keepUnsentDocuments } from '#app/desk/form/documents/sent-documents.server.ts';
import { saveAllTypedWords } from '#app/desk/form/picture/typed-words.server.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/autosave';
import type { Autosaved } from './autosave-machine.ts';
import { withPublishing } from './publishing-fields.ts';
import { saveFormDraft } from './save-form-draft.server.ts';

/** This address has no page: a reload leads to the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/${params.collection}/${params.id}`);
}

/** Saves a form while it is typed in, as a draft of its item. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const collection = requireCollection(args);
  const { fields: spec } = collection.form;
  const { unpublished } = collection.store;
  if (!unpublished) throw data(null, { status: 404 });
  const { values, version, names, unknown } = await readForm(args.request, withPublishing(spec));
  if (unknown.length > 0) return Response.json({ kind: 'refused' } satisfies Autosaved, { status: 400 });
  if (args.params.id !== 'add') values.id = args.params.id;
  await keepUnsentDocuments({ values, names }, collection, writeContext(args).write);
  const session = new URL(args.request.url).searchParams.get('session')?.slice(0, 64);
  const { outcome, status } = await saveFormDraft(args, collection, { spec, values, version, session });
  if (outcome.kind !== 'failed') await saveAllTypedWords(args, spec, values);
  return Response.json(outcome, { status });
}
