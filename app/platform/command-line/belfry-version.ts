import description from '../../../package.json' with { type: 'json' };

/** The version in package.json: in a build, that of the build. */
export function versionOfBelfry(): string {
  return description.version;
}
