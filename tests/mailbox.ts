import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

/**
 * The address behind the button of the newest email to `to` that leads to `place`. Throws when none arrives in time.
 */
export async function linkMailedTo(dataFolder: string, to: string, place: string): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const link = await findLink(join(dataFolder, 'mail'), to, place);
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`no mail to ${to} with a link to ${place} came`);
}

async function findLink(folder: string, to: string, place: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  const links: { at: string; link: string }[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.eml'))) {
    const mail = await PostalMime.parse(readFileSync(join(folder, name)));
    const link = new RegExp(`https?://\\S+${place}/[\\w-]{43}`).exec(mail.text ?? '')?.[0];
    if (link && mail.to?.some(({ address }) => address === to)) links.push({ at: mail.date ?? '', link });
  }
  return links.sort((one, other) => one.at.localeCompare(other.at)).at(-1)?.link;
}
