import { expect, test } from 'vitest';
import { pollSchema } from './poll.ts';

const poll = {
  id: 'rink',
  title: 'Should the green have a winter rink?',
  description: 'A yes means volunteers with hoses.',
  options: ['Yes, and I will hold a hose', 'No'],
};

function problemsOf(input: unknown): [string, string][] {
  const { error } = pollSchema.safeParse(input);
  return (error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
}

test('a poll with id, title, description and options is accepted', () => {
  expect(pollSchema.parse(poll)).toMatchObject(poll);
});

test('title, description and options are required', () => {
  expect(problemsOf({ id: 'rink' })).toEqual([
    ['title', 'Enter a title'],
    ['description', 'Enter a description'],
    ['options', 'Enter the options'],
  ]);
});

test("the id is read-only and required; 'add' means create", () => {
  expect(problemsOf({ ...poll, id: undefined })[0]?.[0]).toBe('id');
  expect(problemsOf({ ...poll, id: 'add' })[0]?.[0]).toBe('id');
});

test('a poll has 2 to 50 options', () => {
  const many = Array.from({ length: 51 }, (_, index) => `Option ${index}`);
  expect(problemsOf({ ...poll, options: ['Yes'] })).toEqual([['options', 'Enter at least two options']]);
  expect(problemsOf({ ...poll, options: many.slice(1) })).toEqual([]);
  expect(problemsOf({ ...poll, options: many })).toEqual([['options', 'Use at most 50 options']]);
});

test('an option has 1 to 200 characters; a problem is reported at its position', () => {
  expect(problemsOf({ ...poll, options: ['a'.repeat(200), 'b'] })).toEqual([]);
  expect(problemsOf({ ...poll, options: ['Yes', 'b'.repeat(201)] })).toEqual([
    ['options.1', 'Use at most 200 characters'],
  ]);
  expect(problemsOf({ ...poll, options: ['Yes', '  ', 5, null] })).toEqual([
    ['options.1', 'Enter the text of this option'],
    ['options.2', 'Enter the text of this option'],
    ['options.3', 'Enter the text of this option'],
  ]);
});

test('options that differ only in case, surrounding spaces or Unicode composition are the same', () => {
  const repeated = [['options.1', 'This option is listed twice']];
  expect(problemsOf({ ...poll, options: ['Yes', ' yes '] })).toEqual(repeated);
  expect(problemsOf({ ...poll, options: ['Café', 'CAFE\u0301'] })).toEqual(repeated);
  expect(problemsOf({ ...poll, options: ['Straße', 'STRASSE'] })).toEqual(repeated);
  expect(problemsOf({ ...poll, options: ['Cafe', 'Café'] })).toEqual([]);
});

test("options are accepted in the API's output format", () => {
  const options = [{ id: 'b0a1', text: ' Yes ' }, { text: 'No' }, 'Perhaps'];
  expect(pollSchema.parse({ ...poll, options }).options).toEqual(['Yes', 'No', 'Perhaps']);
  expect(problemsOf({ ...poll, options: ['Yes', { id: 'b0a1' }] })).toEqual([
    ['options.1', 'Enter the text of this option'],
  ]);
});

test("the poll's name is its title", () => {
  const { title, ...untitled } = poll;
  expect(pollSchema.parse({ ...poll, name: 'Something else' }).title).toBe(title);
  expect(pollSchema.parse({ ...untitled, name: ' Winter rink ' })).toMatchObject({
    ...poll,
    title: 'Winter rink',
  });
});

test('unknown fields are refused', () => {
  expect(pollSchema.safeParse({ ...poll, votes: 5 }).error?.issues[0]?.code).toBe('unrecognized_keys');
});
