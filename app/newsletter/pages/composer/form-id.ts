/** The id of the composer's form, for buttons outside of it. */
export const FORM = 'composer';
