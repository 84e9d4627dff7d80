import { data } from 'react-router';
import { NEW } from '#app/desk/form/form-page.ts';
import { openItem, valuesOf, versionOf } from '#app/desk/form/opened-item.server.ts';
import { saveFormDraft } from '#app/desk/form/save-form-draft.server.ts';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { writeContext } from '#app/people/request/context.ts';

type Args = Parameters<typeof writeContext>[0] & { params: { collection: string; id: string } };

/** An item as its form has it, with its draft of changes. Throws a 404 where there is none. */
export async function openEdited(args: Args) {
  const { write, town } = writeContext(args);
  const collection = requireCollection(args);
  const opened = await openItem(collection, write, args.params.id);
  const { item, draft } = opened;
  if (!item) throw data(null, { status: 404 });
  const input = draft?.input ?? item.input;
  return {
    collection,
    input,
    facts: {
      form: `/admin/${collection.name}/${args.params.id}`,
      singular: collection.singular,
      title: titleOfInput(collection, input),
    },
    /** Saves fields in the item's draft; returns whether nobody else has changed that. */
    async save(change: Record<string, string>): Promise<boolean> {
      const spec = collection.form.fields;
      const values = { ...valuesOf(collection, opened, spec, town), ...change };
      const version = versionOf(opened) ?? NEW;
      const { outcome } = await saveFormDraft(args, collection, { spec, values, version });
      return outcome.kind === 'saved' || outcome.kind === 'empty';
    },
  };
}

/** Its text. Throws a 404 where it can have none. */
export async function openText(args: Args) {
  const { collection, input, facts, save } = await openEdited(args);
  const [field] = collection.json.htmlFields;
  if (field === undefined) throw data(null, { status: 404 });
  return { facts, html: String(input[field] ?? ''), save: (html: string) => save({ [field]: html }) };
}
