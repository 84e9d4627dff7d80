import { data } from 'react-router';
import { NEW } from '#app/desk/form/form-page.ts';
import { openItem, valuesOf, versionOf } from '#app/desk/form/opened-item.server.ts';
import { saveFormDraft } from '#app/desk/form/save-form-draft.server.ts';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { writeContext } from '#app/people/request/context.ts';

type Args = Parameters<typeof writeContext>[0] & { params: { collection: string; id: string } };

/** The text of an item as its form has it, with its draft of changes. Throws a 404 where there is none. */
export async function openText(args: Args) {
  const { write, town } = writeContext(args);
  const collection = requireCollection(args);
  const opened = await openItem(collection, write, args.params.id);
  const { item, draft } = opened;
  const [field] = collection.json.htmlFields;
  const { fields: spec } = collection.form;
  if (!item || !spec || field === undefined) throw data(null, { status: 404 });
  const input = draft?.input ?? item.input;
  return {
    facts: {
      form: `/admin/${collection.name}/${args.params.id}`,
      singular: collection.singular,
      title: titleOfInput(collection, input),
    },
    html: String(input[field] ?? ''),
    /** Saves the text in the item's draft; returns whether nobody else has changed that. */
    async save(html: string): Promise<boolean> {
      const values = { ...valuesOf(collection, opened, spec, town), [field]: html };
      const version = versionOf(opened) ?? NEW;
      const { outcome } = await saveFormDraft(args, collection, { spec, values, version });
      return outcome.kind === 'saved' || outcome.kind === 'empty';
    },
  };
}
