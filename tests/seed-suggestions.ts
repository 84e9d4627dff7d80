import type { WriteDb } from '#app/platform/database/handles.ts';
import { addSuggestion } from '#app/sources/suggestions/suggestion-store.server.ts';
import { sampleInputs } from './sample-inputs.ts';

/** As many different pieces of news that readers suggested and nobody has decided; `now` is UTC epoch milliseconds. */
export async function seedSuggestions(
  write: WriteDb,
  count: number,
  now: number,
  name = 'Suggestion',
): Promise<void> {
  for (let at = 0; at < count; at++) {
    const title = `${name} ${at}`;
    const input = { ...sampleInputs.news, id: `${name}-${at}`.replace(/\W/g, '-'), title };
    await addSuggestion(write, {
      suggestion: { collection: 'news', title, input, startAt: null, textKey: title },
      ...{ picture: null, sender: `sender ${at}`, email: null, emailHash: null, via: 'form', now },
    });
  }
}
