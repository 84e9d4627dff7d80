/** The public bodies of the town, which meet: the Selectboard, the School Board. */
import { slugOfName } from '#app/platform/slug.ts';

/** `slug` is the last part of the address of its meetings. */
export type Body = { name: string; slug: string };

/** The settings of a town that are about its bodies. */
type WithBodies = { bodies: string; formerBodies?: Readonly<Record<string, string>> | undefined };

/** The town's bodies, in the order of Settings. */
export function bodiesOf({ bodies }: Pick<WithBodies, 'bodies'>): Body[] {
  return namesIn(bodies).map((name) => ({ name, slug: slugOfName(name) }));
}

/** The names in the setting, which has one in a line. */
export function namesIn(lines: string): string[] {
  return lines.split('\n').flatMap((line) => line.trim().replace(/\s+/g, ' ') || []);
}

/** The body with this slug, or that had it before it was renamed; its present slug can differ. */
export function findBody(town: WithBodies, slug: string): Body | undefined {
  const bodies = bodiesOf(town);
  const present = bodies.find((body) => body.slug === slug);
  const name = town.formerBodies?.[slug];
  return present ?? bodies.find((body) => body.name === name);
}

/** The body that a meeting names, also by an earlier name. */
export function bodyNamed(town: WithBodies, name: string): Body | undefined {
  return findBody(town, slugOfName(name));
}

/** What is wrong with the names in the setting; undefined if nothing is. */
export function bodiesProblem(lines: string): string | undefined {
  const slugs = new Map<string, string>();
  for (const name of namesIn(lines)) {
    if ([...name].length > MOST_CHARACTERS) return `Use at most ${MOST_CHARACTERS} characters for a name`;
    const slug = slugOfName(name);
    if (slug === '') return `“${name}” has no letters or digits, so it can’t have an address`;
    const other = slugs.get(slug);
    if (other) return `“${other}” and “${name}” would have the same address`;
    slugs.set(slug, name);
  }
  return slugs.size > MOST_BODIES ? `Enter at most ${MOST_BODIES} bodies` : undefined;
}

const MOST_CHARACTERS = 80;
const MOST_BODIES = 50;

/** `renamed` leads from the earlier names to the new ones, `removed` are names without a successor. */
export type BodyChanges = { renamed: Map<string, string>; removed: string[] };

/**
 * What a change of the setting means. A name that takes the line of another, or the only new one where one is gone, is
 * that body's new name.
 */
export function bodyChanges(before: string, after: string): BodyChanges {
  const [old, next] = [namesIn(before), namesIn(after)];
  const gone = old.filter((name) => !next.includes(name));
  const added = next.filter((name) => !old.includes(name));
  const isPaired = gone.length === added.length;
  const renamed = new Map<string, string>();
  for (const [at, name] of gone.entries()) {
    const successor = isPaired ? added[at] : next[old.indexOf(name)];
    if (successor !== undefined && added.includes(successor)) renamed.set(name, successor);
  }
  return { renamed, removed: gone.filter((name) => !renamed.has(name)) };
}
