import type { Issue } from '#app/newsletter/issues/issue.ts';
import type { Forecast } from '#app/newsletter/pages/composer/composer-page.ts';
import { forecast } from '#app/newsletter/sending/forecast.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';

/** Who would get the issue if it were sent now, in words. */
export async function findForecast(db: ReadDb, town: Town, now: number, issue: Issue): Promise<Forecast> {
  const { willGet, unconfirmed, bounced, otherTopics, otherFrequency } = await forecast(
    db,
    { town, now },
    issue,
  );
  const number = new Intl.NumberFormat(town.locale);
  const reasons: [number, string, string][] = [
    [unconfirmed, 'has not confirmed the address', 'have not confirmed their address'],
    [bounced, 'bounced permanently in an earlier issue', 'bounced permanently in an earlier issue'],
    [
      otherTopics,
      'gets only topics that this issue has nothing of',
      'get only topics that this issue has nothing of',
    ],
    [otherFrequency, 'gets the newsletter at another frequency', 'get the newsletter at another frequency'],
  ];
  return {
    willGet: `${number.format(willGet)} ${willGet === 1 ? 'subscriber' : 'subscribers'}`,
    others: reasons
      .filter(([count]) => count > 0)
      .map(([count, one, several]) => ({ count: number.format(count), words: count === 1 ? one : several })),
  };
}
