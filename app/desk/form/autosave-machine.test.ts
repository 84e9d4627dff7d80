import { expect, test } from 'vitest';
import {
  type AutosaveEffect,
  type AutosaveEvent,
  type AutosaveState,
  nextStep,
  openState,
  PAUSE_MS,
  type Sent,
} from './autosave-machine.ts';

const formWith = (contents: string) => ({
  address: '/admin/news/1',
  id: '1',
  entries: [['title', contents]] as [string, string][],
});

const look = (contents: string, now = 0, rest = {}): AutosaveEvent => ({
  kind: 'look',
  form: formWith(contents),
  contents,
  now,
  isPaused: false,
  ...rest,
});

const saved = (outcome: Sent, contents = 'b'): AutosaveEvent => ({
  kind: 'saved',
  form: formWith(contents),
  outcome,
  contents,
});

const submit = (contents: string): AutosaveEvent => ({ kind: 'submit', form: formWith(contents) });

const stored: Sent = { kind: 'saved', at: '7:00 AM', draft: '2.1', version: '2.1' };

/** The state after these events, from a form that contains 'a' on the server, and all effects. */
function after(...events: AutosaveEvent[]) {
  let state: AutosaveState = openState('a', 'a');
  const effects: AutosaveEffect[] = [];
  for (const event of events) {
    const step = nextStep(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, kinds: effects.map(({ kind }) => kind) };
}

test('An unchanged form is not saved', () => {
  expect(after(look('a')).kinds).toEqual([]);
});

test('A changed form is stored in the browser, then sent, and forgotten once the server has it', () => {
  const { state, effects } = after(look('b'), saved(stored));
  expect(effects).toEqual([
    { kind: 'store', form: formWith('b') },
    { kind: 'save', form: formWith('b'), contents: 'b' },
    { kind: 'forget', form: formWith('b') },
    { kind: 'show-saved', contents: 'b', outcome: stored },
  ]);
  expect(state).toMatchObject({ saved: 'b', isSaving: false });
});

test('A form with nothing to save yet counts as saved', () => {
  expect(after(look('b'), saved({ kind: 'empty' }), look('b', PAUSE_MS)).kinds).toEqual([
    'store',
    'save',
    'forget',
    'show-saved',
  ]);
});

test('What is typed during a save, or soon after it, is stored in the browser and sent later', () => {
  expect(after(look('b'), look('c', PAUSE_MS)).kinds).toEqual(['store', 'save', 'store']);
  const typed = [look('b'), saved(stored), look('c', PAUSE_MS - 1)];
  expect(after(...typed).kinds.at(-1)).toBe('store');
  expect(after(...typed, look('c', PAUSE_MS)).kinds.at(-1)).toBe('save');
});

test('A page that is hidden is saved without a pause', () => {
  const events = [look('b'), saved(stored), look('c', 1, { isUrgent: true })];
  expect(after(...events).kinds.slice(-2)).toEqual(['store', 'save']);
});

test('A form that is being sent is stored in the browser and not saved as a draft', () => {
  const { kinds, effects } = after(submit('b'), look('b', 0, { isPaused: true }));
  expect(kinds).toEqual(['pause', 'store']);
  expect(effects[1]).toEqual({ kind: 'store', form: formWith('b') });
});

test('A form that is sent during a save waits for the new tags', () => {
  expect(after(look('b'), submit('b')).kinds).toEqual(['store', 'save']);
  const { kinds, state } = after(look('b'), submit('b'), saved(stored), submit('b'));
  expect(kinds.slice(-4)).toEqual(['show-saved', 'submit', 'pause', 'store']);
  expect(state).toMatchObject({ isWaiting: false, sent: formWith('b') });
});

test('A form that waited and is then not sent, for example because a field is empty, is not sent later', () => {
  const events = [look('b'), submit('b'), saved(stored), look('c', PAUSE_MS), saved(stored, 'c')];
  expect(after(...events).kinds.filter((kind) => kind === 'submit')).toHaveLength(1);
});

test('What was sent is forgotten with the response, or when the form is left', () => {
  const forgotten = { kind: 'forget', form: formWith('b') };
  expect(after(submit('b'), look('a'), look('a')).effects.slice(2)).toEqual([forgotten]);
  expect(after(submit('b'), { kind: 'stop' }).effects.slice(2)).toEqual([forgotten]);
});

test.each<Sent['kind']>(['offline', 'read-only', 'logged-out', 'failed'])(
  'A form that could not be sent (%s) stays in the browser and is sent again',
  (kind) => {
    const { kinds } = after(look('b'), saved({ kind } as Sent), look('b', PAUSE_MS));
    expect(kinds).toEqual(['store', 'save', 'warn', 'save']);
  },
);

test('What the server refuses is not sent again before it changes', () => {
  const refused = [look('b'), saved({ kind: 'refused' }), look('b', PAUSE_MS)];
  expect(after(...refused).kinds).toEqual(['store', 'save', 'warn']);
  expect(after(...refused, look('c', PAUSE_MS)).kinds.at(-1)).toBe('save');
});

test('After a conflict, nothing is saved any more', () => {
  const { kinds } = after(look('b'), saved({ kind: 'conflict' }), look('c', PAUSE_MS));
  expect(kinds).toEqual(['store', 'save', 'warn']);
});

test('The response to a form that was left changes nothing', () => {
  expect(after(look('b'), { kind: 'stop' }, saved(stored)).kinds).toEqual(['store', 'save']);
});
