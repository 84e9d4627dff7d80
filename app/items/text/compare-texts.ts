/** Compares two versions of a text word by word. */
import { type ArrayChange, diffArrays } from 'diff';

/** Some words of one side; `removed` ones are only in the old text, `added` ones only in the new one. */
export type Segment = { kind: 'same' | 'removed' | 'added'; text: string };

/** A paragraph on both sides; null on the side that does not have it. */
export type ComparedBlock = { isChanged: boolean; old: Segment[] | null; next: Segment[] | null };

export type Comparison = { blocks: ComparedBlock[]; added: number; removed: number };

/** Texts that differ more than this are shown as wholly replaced; comparing them would take long. */
const MOST_EDITS = 1000;

/** Compares texts of one paragraph per line. Counts words that were added and removed. */
export function compareTexts(old: string, next: string): Comparison {
  const blocks = pairBlocks(linesOf(old), linesOf(next));
  const count = (kind: Segment['kind']) =>
    blocks
      .flatMap((block) => [...(block.old ?? []), ...(block.next ?? [])])
      .filter((segment) => segment.kind === kind)
      .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0), 0);
  return { blocks, added: count('added'), removed: count('removed') };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Paragraphs that stay are next to each other, and so are those that replace each other. */
function pairBlocks(old: string[], next: string[]): ComparedBlock[] {
  const blocks: ComparedBlock[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const settle = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++)
      blocks.push(compareBlock(gone[at], come[at]));
    gone = [];
    come = [];
  };
  for (const { added, removed, value } of differences(old, next)) {
    if (removed) gone.push(...value);
    else if (added) come.push(...value);
    else {
      settle();
      blocks.push(...value.map(unchangedBlock));
    }
  }
  settle();
  return blocks;
}

function unchangedBlock(text: string): ComparedBlock {
  const segments: Segment[] = [{ kind: 'same', text }];
  return { isChanged: false, old: segments, next: segments };
}

function compareBlock(old: string | undefined, next: string | undefined): ComparedBlock {
  const runs = joinRuns(differences(wordsOf(old ?? ''), wordsOf(next ?? '')));
  const side = (own: 'added' | 'removed'): Segment[] =>
    runs.flatMap((run): Segment[] => {
      if (run.same !== '') return [{ kind: 'same', text: run.same }];
      return run[own] === '' ? [] : [{ kind: own, text: run[own] }];
    });
  return {
    isChanged: true,
    old: old === undefined ? null : side('removed'),
    next: next === undefined ? null : side('added'),
  };
}

type Run = { same: string; removed: string; added: string };

/** Changes with only a space between them are one. */
function joinRuns(changes: ArrayChange<string>[]): Run[] {
  const runs: Run[] = [];
  changes.forEach(({ added, removed, value }, place) => {
    const text = value.join('');
    const last = runs.at(-1);
    const isChange = added || removed;
    const next = changes[place + 1];
    const isGap = !isChange && text.trim() === '' && last?.same === '' && next !== undefined;
    if (!isChange && !isGap) {
      runs.push({ same: text, removed: '', added: '' });
      return;
    }
    const run = last?.same === '' ? last : { same: '', removed: '', added: '' };
    if (run !== last) runs.push(run);
    if (!added) run.removed += text;
    if (!removed) run.added += text;
  });
  return runs;
}

/** Words, spaces and punctuation. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}'’]+|\s+|[^\p{L}\p{N}\p{M}'’\s]/gu) ?? [];
}

function differences(old: string[], next: string[]): ArrayChange<string>[] {
  const changes = diffArrays(old, next, { maxEditLength: MOST_EDITS });
  if (changes) return changes;
  return [
    { removed: true, added: false, count: old.length, value: old },
    { removed: false, added: true, count: next.length, value: next },
  ];
}
