/** How wide a picture in a text can be, as the class of its figure; without one it is as wide as the text. */
export const figureWidths = [
  { value: '', label: 'Text width' },
  { value: 'wide', label: 'Wide' },
  { value: 'half', label: 'Half width, text wraps' },
] as const;

/** The classes of figures that the sanitizer keeps. */
export const figureClasses: string[] = figureWidths.map(({ value }) => value).filter(Boolean);
