/** The limits of an uploaded picture (R-45, product contract section 6). */

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 12_000;
export const MAX_FRAMES = 100;

/** Why a file was not accepted, as the HTTP status and a sentence for the user. */
export type PictureError = { status: 413 | 415 | 422 | 503 | 507; sentence: string };

export const TOO_LARGE: PictureError = { status: 413, sentence: 'A picture can have at most 20 MiB.' };

export const NO_PICTURE: PictureError = {
  status: 415,
  sentence: 'This file is not a picture that can be used. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
};

export const HEIC: PictureError = {
  status: 415,
  sentence:
    'HEIC photos can’t be read. Convert the photo to JPEG: on a Mac, open it in Preview and choose File, Export; on an iPhone, choose Settings, Camera, Formats, Most Compatible.',
};

export const UNREADABLE: PictureError = {
  status: 422,
  sentence: 'The picture could not be read. The file is damaged or incomplete.',
};

export const TOO_SLOW: PictureError = {
  status: 422,
  sentence: 'The picture took too long to read. Save it with fewer pixels and try again.',
};

export const TOO_MANY_PIXELS: PictureError = {
  status: 422,
  sentence: 'The picture has too many pixels. Use at most 40 million, and at most 12,000 on each side.',
};

export const TOO_MANY_FRAMES: PictureError = {
  status: 422,
  sentence: 'The animation has too many frames. Use at most 100.',
};

export const TOO_BUSY: PictureError = {
  status: 503,
  sentence: 'Too many pictures are being uploaded right now. Try again in a moment.',
};

export const STORE_DOWN: PictureError = {
  status: 503,
  sentence:
    'The storage for pictures does not respond. The picture was not saved. Try again in a few minutes.',
};

/** For the files of a form beyond the `most` that it may bring. */
export function tooManyFiles(most: number): PictureError {
  const sentence =
    most === 1
      ? 'Only one picture can be sent here.'
      : `Only ${most} pictures can be sent at once. Choose this one again.`;
  return { status: 413, sentence };
}

export const DISK_FULL: PictureError = {
  status: 507,
  sentence: 'There is too little space on the server’s disk. The picture was not saved.',
};
