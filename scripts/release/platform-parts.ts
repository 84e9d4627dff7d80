/** What differs between the programs of platforms: the runtime, the packages and a library. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lateFonts, latePackages } from './late-packages.ts';
import type { Platform } from './platforms.ts';
import { copyPackages } from './production-packages.ts';
import type { Program } from './write-program.ts';

/** What this machine lacks to build for the platform, as one line that says what to install; undefined if nothing. */
export function findMissing(platform: Platform): string | undefined {
  const { name, strip } = platform;
  if (!findLibrary(platform))
    return `To build for ${name}, install its libatomic.so.1. On Debian: apt install libatomic1 libatomic1-arm64-cross`;
  if (!findStrip(platform))
    return `To build for ${name}, install ${strip[0]}. On Debian: apt install binutils-${name === 'linux-arm64' ? 'aarch64' : 'x86-64'}-linux-gnu`;
  return undefined;
}

/** From the project at `from`, in whose `node_modules` the packages of the platform are. Nothing may be missing. */
export function partsOf(platform: Platform, from: string): Pick<Program, 'putRuntime' | 'putPackages'> {
  return {
    putRuntime(file) {
      const runtime = join(from, 'node_modules', platform.node);
      // Without its symbols, it is a quarter smaller.
      execFileSync(findStrip(platform) ?? '', ['--strip-all', '-o', file, runtime]);
    },
    putPackages(folder) {
      copyPackages([...latePackages, ...lateFonts], from, folder);
      mkdirSync(join(folder, 'lib'));
      copyFileSync(findLibrary(platform) ?? '', join(folder, 'lib', 'libatomic.so.1'));
    },
  };
}

function findLibrary({ libatomic }: Platform): string | undefined {
  return libatomic.find((file) => existsSync(file));
}

function findStrip({ strip }: Platform): string | undefined {
  return strip.find((program) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
