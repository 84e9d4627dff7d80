/** The most characters of an address of another site. */
export const MOST_ADDRESS = 2000;
