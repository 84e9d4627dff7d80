// `npm run docs`: writes docs/configuration.md from the table that the site itself reads.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Variable, variables } from '#app/settings.server.ts';

const file = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));

if (import.meta.main) writeFileSync(file, renderConfiguration());

/** The text of docs/configuration.md. */
export function renderConfiguration(): string {
  return `<!-- Made by \`npm run docs\` from app/settings.server.ts. Change it there. -->

# Configuration

What a deployment decides is set by environment variables, all of them optional. What a town decides, from its name
to its time zone, is edited at \`/admin/settings\` and kept in the database.

An empty value counts as unset. A wrong one stops the start with one line that names the variable, what is wrong and an
example; the value of a secret is never printed.

| variable | meaning | default | example |
|---|---|---|---|
${variables.map(rowOf).join('\n')}

Variables that belong together: \`DATABASE_URL\` needs \`BELFRY_SECRET\`, alike on every node; \`BELFRY_ADMIN_PASSWORD\` needs
\`BELFRY_ADMIN_EMAIL\`; \`GOOGLE_CLIENT_ID\` and \`GOOGLE_CLIENT_SECRET\` need each other.
`;
}

function rowOf({ name, meaning, default: unset, example, secret }: Variable): string {
  const cells = [`\`${name}\``, `${meaning}${secret ? ' (secret)' : ''}`, unset, `\`${example}\``];
  return `| ${cells.join(' | ')} |`;
}
