import { collectionNames, collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import type { TestSite } from './open-site.ts';
import { sampleInputs } from './sample-inputs.ts';

/** Saves an item of each collection on the site, with the id `i1`. */
export async function seedSample({ write, services }: TestSite): Promise<void> {
  for (const name of collectionNames) {
    const {
      json: { schema },
      store: { save },
    }: Collection = collections[name];
    await save(write, schema.parse({ id: 'i1', ...sampleInputs[name] }), { now: services.now() });
  }
}
