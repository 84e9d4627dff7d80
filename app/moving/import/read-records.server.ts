/** Reads the files of an import and passes their records on in batches. */
import { collections } from '#app/collections.server.ts';
import type {
  Found,
  FoundItem,
  FoundRedirect,
  FoundSource,
  FoundSubscriber,
  FoundUser,
  ReadOptions,
} from '#app/moving/formats/format.ts';
import { readFile } from '#app/moving/formats/formats.server.ts';
import { parseHashConfig } from '#app/people/passwords/foreign-hash.ts';
import { mediaFolderOf } from '#app/platform/media/media.server.ts';
import { dateOrderIn } from './choices.ts';
import { type ImportFile, itemKinds } from './import-run.ts';
import { moveItems } from './move-items.server.ts';
import { moveOthers } from './move-others.server.ts';
import { moveSubscribers, moveUsers } from './move-people.server.ts';
import type { Run, Totals } from './run.server.ts';

const BATCH = 50;

/** Called between two batches. */
export type Step = () => Promise<void>;

/** The records of all files, one file after the other; with `isAhead`, perhaps without texts. */
async function* recordsOf(run: Run, files: ImportFile[], isAhead = false): AsyncGenerator<Found> {
  const { options, settings, town } = run;
  const config = options.hashConfig ? parseHashConfig(options.hashConfig) : undefined;
  const reading: ReadOptions = {
    zone: town.timeZone,
    town: { name: town.title, address: settings.url },
    hashConfig: config && 'problem' in config ? undefined : config,
    mapping: options.columns,
    dateOrder: dateOrderIn(options.choices),
    collection: options.collection,
    isAhead,
    now: run.now,
  };
  for (const { path } of files) {
    if (run.signal.aborted) return;
    const kept = run.kept.getOrInsertComputed(path, () => new Map());
    yield* readFile(path, { ...reading, kept, workFolder: mediaFolderOf(settings.dataFolder) });
  }
}

/**
 * Reads all files once, and only notes their people and their pictures, which records refer to in any order; with `isPacked` also those
 * that items show, to look for them in the archive. Returns how many records there are.
 */
export async function readAhead(
  run: Run,
  files: ImportFile[],
  isPacked: boolean,
  step: Step,
): Promise<Totals> {
  const totals = { records: 0 };
  let read = 0;
  for await (const found of recordsOf(run, files, !isPacked)) {
    if (found.kind === 'pictures') run.copier.note(found);
    else if (found.kind === 'users') run.scratch.notePerson(found);
    else if (found.kind !== 'left-out' && found.kind !== 'unreadable') totals.records++;
    if (isPacked && isItem(found)) run.copier.noteShown(collections[found.kind], found);
    if (++read % BATCH === 0) await step();
    if (run.signal.aborted) break;
  }
  return { ...totals, accounts: run.scratch.countPeople() };
}

/**
 * Reads all files and imports what is in them: items, sources and redirects as they come, then people, then
 * pictures. `isAhead`: `readAhead` has noted the people.
 */
export async function moveRecords(
  run: Run,
  files: ImportFile[],
  isAhead: boolean,
  step: Step,
): Promise<void> {
  const { scratch, signal, copier } = run;
  const waiting = new Waiting(run);
  let saving: Promise<void> = Promise.resolve();
  for await (const found of recordsOf(run, files)) {
    if (found.kind !== 'users') note(run, found);
    else if (!isAhead) scratch.notePerson(found);
    if (waiting.add(found) < BATCH) continue;
    // The next batch is read while this one is saved.
    await saving;
    if (signal.aborted) return;
    saving = waiting.settle().then(step);
    saving.catch(() => undefined);
  }
  await saving;
  await waiting.settle();
  let people: FoundUser[] = [];
  for (const user of scratch.people()) {
    people.push(user);
    if (people.length < BATCH) continue;
    await moveUsers(run, people.splice(0));
    await step();
    if (signal.aborted) return;
  }
  await moveUsers(run, people);
  people = [];
  await copier.copyRest(step);
}

/** What needs no batch. */
function note({ tally, scratch, copier }: Run, found: Found): void {
  if (found.kind === 'left-out') tally.leaveOut(found.what, found.count);
  else if (found.kind === 'unreadable')
    for (const doubt of found.doubts) tally.note({ ...doubt, place: found.place });
  else if (found.kind === 'pictures') {
    copier.note(found);
    for (const doubt of found.doubts) tally.note({ ...doubt, place: found.place });
    if (found.doubts.some(({ verdict }) => verdict === 'refused'))
      scratch.settlePicture(found.address, 'refused');
  }
}

class Waiting {
  readonly #run: Run;
  #items: FoundItem[] = [];
  #subscribers: FoundSubscriber[] = [];
  #others: (FoundSource | FoundRedirect)[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  /** How many are waiting now. */
  add(found: Found): number {
    if (isItem(found)) this.#items.push(found);
    else if (found.kind === 'subscribers') this.#subscribers.push(found);
    else if (found.kind === 'sources' || found.kind === 'redirects') this.#others.push(found);
    return this.#items.length + this.#subscribers.length + this.#others.length;
  }

  async settle(): Promise<void> {
    const [items, subscribers] = [this.#items.splice(0), this.#subscribers.splice(0)];
    const others = this.#others.splice(0);
    await moveItems(this.#run, items);
    await moveSubscribers(this.#run, subscribers);
    await moveOthers(this.#run, others);
  }
}

function isItem(found: Found): found is FoundItem {
  return (itemKinds as readonly string[]).includes(found.kind);
}
