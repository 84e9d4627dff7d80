/** A script without quotes, angle brackets and spaces: it fits into every attribute. */
export const RUN = 'window.__hit=1';

/** An address that nothing may ask for. */
export const HIT = 'https://hit.invalid/';

/** The element that most tricks want to bring in. `x` is not there, so its handler runs. */
export const BOMB = `<img src=x onerror=${RUN}>`;
