import { randomUUID } from 'node:crypto';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { type Business, type BusinessInput, businessOutputSchema, businessSchema } from './business.ts';
import { businessForm } from './business-form.ts';
import { businessJsonLd } from './business-json-ld.ts';
import {
  businessOrder,
  businessSource,
  findBusiness,
  findBusinessPicture,
  listBusinesses,
  listFoundBusinesses,
  removeBusiness,
  saveBusiness,
  selectBusinessPages,
} from './business-store.server.ts';

export const businesses = withDrafts<Business, BusinessInput>({
  name: 'businesses',
  singular: 'business',
  heading: 'Businesses',
  source: businessSource,
  search: { rank: 3, date: 'none', listFound: listFoundBusinesses },
  sitemap: { select: selectBusinessPages },
  findSharePicture: findBusinessPicture,
  jsonLd: businessJsonLd,
  openPage: async () => ({
    handle: (await import('#app/businesses/pages/business-page.tsx')).handle,
    load: (await import('#app/businesses/pages/load-business-page.server.ts')).loadBusinessPage,
  }),
  standIns: { name: 'Unnamed', category: 'No category yet', address: 'No address yet' },
  adminList: {
    columns: ['Name', 'Category', 'Phone'],
    listRows: (items) =>
      items.map(({ id, name, category, phone }) => ({ id, title: name, cells: [category, phone ?? ''] })),
  },
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
  form: businessForm,
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
});

function businessJson({ version, updatedAt, ...business }: Business): Record<string, unknown> {
  return business;
}
