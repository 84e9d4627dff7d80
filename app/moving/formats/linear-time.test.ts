import { expect, test } from 'vitest';
import { adversarialTexts } from '../../../tests/adversarial-texts.ts';
import { readFoundIn } from '../../../tests/read-found.ts';
import { someOf } from '../../../tests/rounds.ts';

/** Files with a text of a stranger in the places that readers look at. */
const files: Record<string, (text: string) => string> = {
  'articles.json': (text) =>
    JSON.stringify({ articles: { a: { title: text, options: text, pubDate: text, [text]: 1 }, [text]: {} } }),
  'cut.json': (text) => `{"users": [{"localId": "a", "email": "${text}`,
  'users.csv': (text) => `${'a'.repeat(28)},${text},false,${','.repeat(25)}\n${text}`,
  'table.csv': (text) => `title,date,text\n${text}\nOne,${text},"${text}`,
  'town.ics': (text) =>
    `BEGIN:VCALENDAR\n${text}\nBEGIN:VEVENT\nUID:${text}\nDTSTART:${text}\nRRULE:${text}\n`,
  'feed.xml': (text) => `<rss ${text}><channel><item><title>${text}</title><guid>${text}</guid></item>`,
};

/** A pattern that backtracks, or a text that is read again for each of its lines, would not finish in a test's time. */
test.each(Object.entries(files).map(([name, write], turn) => ({ name, write, turn })))(
  'R-43 100 KiB that fit no pattern are read in time that grows with their length: $name',
  async ({ name, write, turn }) => {
    for (const { name: which, text } of someOf(import.meta.url, adversarialTexts, turn))
      expect(Array.isArray(await readFoundIn(name, write(text))), which).toBe(true);
  },
);
