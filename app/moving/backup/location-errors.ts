const meanings: Record<string, string> = {
  EACCES: "the site's user may not write there",
  EPERM: "the site's user may not write there",
  EROFS: 'the site has read-only access; under systemd, add the folder to ReadWritePaths in belfry.service',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is exceeded',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'part of the path is a file',
  ENOTFOUND: 'the host does not exist',
  ECONNREFUSED: 'nothing responds there',
};

/** Why a location for copies failed: the system's code and its meaning, or the message. One line without a period. */
export function describeLocationError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return message;
  return meanings[code] ? `${code}: ${meanings[code]}` : code;
}
