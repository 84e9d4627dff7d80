// `npm run audit`: a CycloneDX list of the packages the site installs, from the lockfile, and a check of those and of
// the development tools against the registry's advisories.
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { run } from './run.mjs';
import { fail, report, root } from './say.mjs';

const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'));
/** Different from a finding: it is unknown whether there is one. */
const UNCHECKED = 3;

const bom = await createBom();
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
report(`${basename(file)}: ${bom.components.length} packages (CycloneDX ${bom.specVersion}).`);

const { vulnerabilities, trouble } = await readAdvisories();
if (!vulnerabilities) {
  report(
    `unchecked: the registry's advisories could not be reached (${trouble}). Run this again with network access.`,
  );
  process.exit(UNCHECKED);
}
const findings = Object.values(vulnerabilities);
for (const { name, severity, range, via } of findings) {
  const reasons = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`));
  report(`${severity}: ${name} ${range}: ${reasons.join('; ')}`);
}
report(findings.length === 0 ? 'No known vulnerabilities.' : `${findings.length} vulnerable packages.`);
process.exit(findings.length === 0 ? 0 : 1);

async function createBom() {
  const { code, output } = await npm('sbom', '--sbom-format=cyclonedx', '--omit=dev');
  const bom = parse(output);
  if (code !== 0 || !bom?.components) return fail(`npm could not list the packages: ${output.slice(0, 500)}`);
  // npm names it after the folder.
  bom.metadata.component.name = 'belfry';
  return bom;
}

async function readAdvisories() {
  const { output } = await npm('audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000');
  const { vulnerabilities, message, error } = parse(output) ?? {};
  return { vulnerabilities, trouble: message || error?.summary || error?.code || 'it refused the request' };
}

/** From the lockfile only: the installed packages may be for another system, or missing. */
function npm(command, ...options) {
  const cli = process.env.npm_execpath;
  const [program, args] = cli ? [process.execPath, [cli]] : ['npm', []];
  const quiet = ['--package-lock-only', '--loglevel=silent', ...options];
  return run(program, [...args, command, ...quiet], {
    quiet: true,
    shell: !cli && process.platform === 'win32',
  });
}

/** The JSON in npm's output, without surrounding warnings; undefined when there is none. */
function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
