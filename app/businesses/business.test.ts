import { expect, test } from 'vitest';
import { businessSchema } from './business.ts';

const business = {
  id: 'hardware',
  name: 'Carver & Daughters Hardware',
  category: 'Home and hardware',
  description: '<p>Nails by the pound.</p>',
  address: '21 Depot Street',
  phone: '(802) 555-0114',
  website: 'https://example.org/carver',
  email: 'counter@example.org',
  openingHours: 'Mon to Sat, 7:30 AM to 5:30 PM',
};

function problemsOf(input: unknown): [string, string][] {
  const { error } = businessSchema.safeParse(input);
  return (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
}

test('a business with all its fields is accepted', () => {
  expect(businessSchema.parse(business)).toEqual({ ...business, documents: [], picture: null });
});

test('name, category and address are required', () => {
  expect(problemsOf({ id: 'hardware' })).toEqual([
    ['name', 'Enter a name'],
    ['category', 'Enter a category'],
    ['address', 'Enter an address'],
  ]);
});

test('phone, website, email, hours and description may be missing, null or empty', () => {
  const { id, name, category, address } = business;
  const least = { id, name, category, address };
  const nothing = { phone: null, website: null, email: null, openingHours: null, picture: null };
  const empty = { phone: '', website: '', email: '', openingHours: '', description: '', picture: '' };
  expect(businessSchema.parse(least)).toEqual({
    ...{ ...least, ...nothing },
    ...{ description: '', documents: [] },
  });
  expect(businessSchema.parse({ ...least, ...nothing, description: null })).toEqual(
    businessSchema.parse(least),
  );
  expect(businessSchema.parse({ ...least, ...empty })).toEqual(businessSchema.parse(least));
  expect(businessSchema.parse({ ...least, description: '<p></p>' })).toEqual(businessSchema.parse(least));
});

test('a website is an http or https address, an email is one address', () => {
  expect(problemsOf({ ...business, website: 'javascript:alert(1)' })[0]?.[0]).toBe('website');
  expect(problemsOf({ ...business, website: 'carver.example' })[0]?.[0]).toBe('website');
  expect(problemsOf({ ...business, email: 'counter' })).toEqual([['email', 'Enter an email address']]);
});

test('text fields are single lines', () => {
  expect(problemsOf({ ...business, address: '21 Depot Street\nMaple Hollow' })[0]?.[0]).toBe('address');
  expect(problemsOf({ ...business, openingHours: 'Mon\nTue' })[0]?.[0]).toBe('openingHours');
});

test('unknown fields are refused', () => {
  expect(businessSchema.safeParse({ ...business, owner: 'Jo' }).error?.issues[0]?.code).toBe(
    'unrecognized_keys',
  );
});
