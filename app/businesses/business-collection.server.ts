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
  store: {
    order: businessOrder,
    list: listBusinesses,
    find: findBusiness,
    save: saveBusiness,
    remove: removeBusiness,
  },
  json: {
    schema: businessSchema,
    outputSchema: businessOutputSchema,
    htmlFields: ['description'],
    toJson: businessJson,
    toInputJson: businessJson,
  },
  form: {
    fields: businessForm,
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
    standIns: { name: 'Unnamed', category: 'No category yet', address: 'No address yet' },
  },
  facets: {
    search: { rank: 3, date: 'none', listFound: listFoundBusinesses },
    sitemap: { select: selectBusinessPages },
    adminList: {
      columns: ['Name', 'Category', 'Phone'],
      listRows: (items) =>
        items.map(({ id, name, category, phone }) => ({ id, title: name, cells: [category, phone ?? ''] })),
    },
    findSharePicture: findBusinessPicture,
    jsonLd: businessJsonLd,
    openPage: async () => ({
      handle: (await import('#app/businesses/pages/business-page.tsx')).handle,
      load: (await import('#app/businesses/pages/load-business-page.server.ts')).loadBusinessPage,
    }),
  },
});

function businessJson({ version, updatedAt, ...business }: Business): Record<string, unknown> {
  return business;
}
