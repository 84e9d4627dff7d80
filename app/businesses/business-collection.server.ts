import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/content/collection.server.ts';
import { type Business, type BusinessInput, businessOutputSchema, businessSchema } from './business.ts';
import {
  businessOrder,
  findBusiness,
  listBusinesses,
  removeBusiness,
  saveBusiness,
} from './business-store.server.ts';

export const businesses: Collection<Business, BusinessInput> = {
  name: 'businesses',
  singular: 'business',
  schema: businessSchema,
  outputSchema: businessOutputSchema,
  htmlFields: ['description'],
  order: businessOrder,
  list: listBusinesses,
  find: findBusiness,
  save: saveBusiness,
  remove: removeBusiness,
  toJson: businessJson,
  toInputJson: businessJson,
  titleOf: (business) => business.name,
  draft: () => ({
    id: randomUUID(),
    name: '',
    category: '',
    description: '',
    address: '',
    phone: '',
    website: '',
    email: '',
    openingHours: '',
  }),
};

function businessJson({ version, updatedAt, ...business }: Business): Record<string, unknown> {
  return business;
}
