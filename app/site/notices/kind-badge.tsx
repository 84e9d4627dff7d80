import { kindWords, type Notice } from '#app/town/notices/notice.ts';

/** The kind of a notice in its color. */
export function KindBadge({ kind }: Pick<Notice, 'kind'>) {
  const { label, tone } = kindWords[kind];
  return <span className={`badge ${tone}`.trim()}>{label}</span>;
}
