import type { ComparedBlock, Segment } from '#app/items/text/compare-texts.ts';
import type { ComparedField } from './compare-versions.server.ts';

type DifferencesProps = { field: ComparedField; old: string; next: string; isWhole: boolean };

/** Both versions of a field side by side, stacked on narrow screens. Unless `isWhole`, only paragraphs that changed. */
export function Differences({ field, old, next, isWhole }: DifferencesProps) {
  const { label, isProse, isOnlyMarkup } = field;
  const blocks = field.blocks.filter(({ isChanged }) => isWhole || isChanged);
  return (
    <div className={isProse ? 'diff diff--prose' : 'diff'}>
      <h3>{label}</h3>
      {isOnlyMarkup ? <p className="diff__side">Only formatting, links or pictures changed.</p> : null}
      {isOnlyMarkup && !isWhole ? null : (
        <div className="diff__two">
          <Side title={old} blocks={blocks} side="old" />
          <Side title={next} blocks={blocks} side="next" />
        </div>
      )}
    </div>
  );
}

type SideProps = { title: string; blocks: ComparedBlock[]; side: 'old' | 'next' };

function Side({ title, blocks, side }: SideProps) {
  const own = blocks.map((block, place) => ({ key: `${side}${place}`, segments: block[side] }));
  return (
    <div className="diff__side">
      <p className="small">{title}</p>
      {own.map(({ key, segments }) => (segments ? <p key={key}>{segments.map(toWords)}</p> : null))}
    </div>
  );
}

/** Removed and added words differ by more than color, and say so to screen readers. */
function toWords({ kind, text }: Segment, place: number) {
  if (kind === 'same') return text;
  const Tag = kind === 'removed' ? 'del' : 'ins';
  return (
    <Tag key={`${place} ${kind}`}>
      <span className="vh">{kind === 'removed' ? 'Removed: ' : 'Added: '}</span>
      {text}
      <span className="vh">. </span>
    </Tag>
  );
}
