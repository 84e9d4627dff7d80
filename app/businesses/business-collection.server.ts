import { randomUUID } from 'node:crypto';
import { htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { type Business, type BusinessInput, businessForm, businessSchema } from './business.ts';
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
    outputSchema: outputOf(businessSchema),
    htmlFields: htmlFieldsOf(businessSchema),
    toJson: jsonOf(businessSchema),
    toInputJson: jsonOf(businessSchema),
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
