import { expect } from 'vitest';
import { type Form, formIn } from './form-in.ts';
import type { TestSite } from './open-site.ts';

export async function createArticle(
  site: TestSite,
  admin: Record<string, string>,
  changes: Form = {},
): Promise<string> {
  const form = formIn(await site.page('/admin/articles/add', admin));
  const filled: Form = { ...form, title: 'The bridge reopens', description: '<p>On Monday.</p>', ...changes };
  const response = await site.post('/admin/articles/add', filled, admin);
  expect(response.status).toBe(303);
  return filled.id ?? '';
}
