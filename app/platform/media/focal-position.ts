/** Focal points by rows from the top left, as sharp names them. */
const POSITIONS = [
  'northwest',
  'north',
  'northeast',
  'west',
  'centre',
  'east',
  'southwest',
  'south',
  'southeast',
];

/** The part of a picture that a crop keeps, as sharp names it: its focal point from 1 to 9; the center without one. */
export function focalPosition(focalPoint = 5): string {
  return POSITIONS[focalPoint - 1] ?? 'centre';
}
