/** Where the front page places a story on wide screens. On narrow ones they are below each other. */
export type FrontSlot = {
  /** Of the twelve columns of the page. */
  columns: 4 | 6 | 8 | 12;
  /** How many rows of neighbors it spans. */
  rows: 1 | 2 | 3 | 4;
  /** Where its picture is; 'none' for a story without one. */
  picture: 'above' | 'beside' | 'none';
};

/**
 * The layout of the front page's stories, in order; `pictures` says which of them have one. The order never changes,
 * and no part of the page stays blank, whichever have pictures: a lead without one shares the width with the next story
 * if that has one, and fills it alone if not.
 */
export function layOutFront(pictures: boolean[]): FrontSlot[] {
  const [lead, second] = pictures;
  if (lead === undefined) return [];
  if (lead) return pictureLead(pictures);
  return second ? textLeadBesidePicture(pictures) : textLead(pictures);
}

/** A lead with its picture, and next to it a column of stories of about the same height. */
function pictureLead([, ...others]: boolean[]): FrontSlot[] {
  // A picture is about as tall as a story without one.
  const inColumn = others.slice(0, others.slice(0, 3).includes(true) ? 3 : 4);
  const first = inColumn.indexOf(true);
  return [
    {
      columns: inColumn.length > 0 ? 8 : 12,
      rows: Math.max(1, inColumn.length) as FrontSlot['rows'],
      picture: 'above',
    },
    ...inColumn.map((picture, index) => slotOf(4, picture, index === first ? 'above' : 'beside')),
    ...inRows(others.slice(inColumn.length)),
  ];
}

/** The next story's picture is as tall as the lead and the story below it. */
function textLeadBesidePicture([, , ...others]: boolean[]): FrontSlot[] {
  return [
    { columns: 6, rows: 1, picture: 'none' },
    { columns: 6, rows: others.length > 0 ? 2 : 1, picture: 'above' },
    ...others.slice(0, 1).map((picture) => slotOf(6, picture, 'beside')),
    ...inRows(others.slice(1)),
  ];
}

function textLead([, ...others]: boolean[]): FrontSlot[] {
  return [{ columns: 12, rows: 1, picture: 'none' }, ...inRows(others)];
}

/**
 * Rows of three, the last ones of two if one would be left over. Pictures are above the text where a whole row has
 * them.
 */
function inRows(pictures: boolean[]): FrontSlot[] {
  if (pictures.length === 0) return [];
  const length = pictures.length === 2 || pictures.length === 4 ? 2 : Math.min(3, pictures.length);
  const row = pictures.slice(0, length);
  const where = length === 3 && row.every(Boolean) ? 'above' : 'beside';
  const columns = (12 / length) as FrontSlot['columns'];
  return [...row.map((picture) => slotOf(columns, picture, where)), ...inRows(pictures.slice(length))];
}

function slotOf(columns: FrontSlot['columns'], picture: boolean, where: 'above' | 'beside'): FrontSlot {
  return { columns, rows: 1, picture: picture ? where : 'none' };
}
