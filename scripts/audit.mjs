// `npm run audit`: a CycloneDX list of the packages the site installs, from the lockfile, and a check of those and of
// the development tools against the registry's advisories, also of the tools that are installed when they are needed.
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { runNpm } from './npm.mjs';
import { fail, report, root } from './say.mjs';

const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'));
/** Different from a finding: it is unknown whether there is one. */
const UNCHECKED = 3;
/** Each has a package-lock.json. */
const FOLDERS = [root, join(root, 'bench', 'lighthouse'), join(root, 'tests', 'generated-client')];

const bom = await createBom();
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
report(`${basename(file)}: ${bom.components.length} packages (CycloneDX ${bom.specVersion}).`);

// Two folders may have the same package.
const findings = new Set();
for (const folder of FOLDERS) for (const each of await readAdvisories(folder)) findings.add(describe(each));
for (const finding of findings) report(finding);
report(findings.size === 0 ? 'No known vulnerabilities.' : `${findings.size} vulnerable packages.`);
process.exit(findings.size === 0 ? 0 : 1);

function describe({ name, severity, range, via }) {
  const reasons = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`));
  return `${severity}: ${name} ${range}: ${reasons.join('; ')}`;
}

async function createBom() {
  const { code, output } = await npm(root, 'sbom', '--sbom-format=cyclonedx', '--omit=dev');
  const bom = parse(output);
  if (code !== 0 || !bom?.components) return fail(`npm could not list the packages: ${output.slice(0, 500)}`);
  // npm names it after the folder.
  bom.metadata.component.name = 'belfry';
  return bom;
}

/** The vulnerable packages of a folder. Ends the process if the registry does not know or cannot be reached. */
async function readAdvisories(folder) {
  const { output } = await npm(folder, 'audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000');
  const { vulnerabilities, message, error } = parse(output) ?? {};
  if (vulnerabilities) return Object.values(vulnerabilities);
  const reason = message || error?.summary || error?.code || 'it refused the request';
  report(
    `unchecked: the registry's advisories could not be reached (${reason}). Run this again with network access.`,
  );
  process.exit(UNCHECKED);
}

/** From the lockfile only: the installed packages may be for another system, or missing. */
function npm(folder, command, ...options) {
  return runNpm(folder, [command, '--package-lock-only', '--loglevel=silent', ...options]);
}

/** The JSON in npm's output, without surrounding warnings; undefined when there is none. */
function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
