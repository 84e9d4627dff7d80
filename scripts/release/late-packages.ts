/** Packages that the build leaves out: they are loaded late, or find files next to their own code. */
export const latePackages = ['@simplewebauthn/server', 'imapflow', 'pdfkit', 'piscina', 'satori', 'sharp'];

/** Packages whose files are read: the fonts of share images and of the paper edition. */
export const lateFonts = ['@fontsource/newsreader', '@fontsource/public-sans'];
