import { describeKey, type Proof } from '#app/items/proof/proof.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatDate, formatTime, machineTimeOf, type TownClock } from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import printScript from '#app/platform/ui/print-page.js?url';
import { loadProof } from '../load-proof.server.ts';
import type { Route } from './+types/publication-proof';

export const handle: RouteHandle = { page: PublicationProof };

export default PublicationProof;

/** `/proof/{collection}/{id}`: what an item said in public, since when, and each change, to print or to download. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = readContext(args);
  const { proof, title, href, facts } = await loadProof(args);
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const { collection, id } = args.params;
  return {
    proof,
    title,
    href,
    facts,
    path: `/proof/${collection}/${id}`,
    print: describeKey(proof.key),
    clock,
  };
}

const NOT_PUBLIC = 'It is not public any more.';

const OF_BYTES =
  'The SHA-256 is that of the file itself, so it can be compared with a copy that someone has.';

const ABOUT = 'What was published, when, and every change since.';

function PublicationProof({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { proof, title, href, facts, path, print, clock } = loaderData;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead title="Proof of publication" description={ABOUT} path={path} />
      <article className="reading">
        <header className="page-head">
          {href ? (
            <p className="kicker">
              <a href={href}>{title}</a>
            </p>
          ) : null}
          <h1>Proof of publication</h1>
          <p>{ABOUT}</p>
        </header>
        <Facts proof={proof} title={facts ? `${title} (${facts})` : title} clock={clock} />
        {facts ? (
          <p className="mt">{proof.to === null ? OF_BYTES : `${OF_BYTES} ${NOT_PUBLIC}`}</p>
        ) : proof.text === null ? (
          <p className="mt">{NOT_PUBLIC} Its text is among the versions of the item.</p>
        ) : (
          <section className="mt" aria-labelledby="text">
            <h2 id="text" className="mb">
              The text
            </h2>
            <p className="panel lines">{proof.text}</p>
          </section>
        )}
        <Changes proof={proof} clock={clock} />
        <Check proof={proof} path={path} print={print} isDocument={facts !== null} />
        <script src={printScript} defer />
      </article>
    </main>
  );
}

type FactsProps = { proof: Proof; title?: string | null; clock: TownClock };

function Facts({ proof: { url, from, to, sha256 }, title, clock }: FactsProps) {
  return (
    <dl className="facts panel">
      {title ? (
        <>
          <dt>Published</dt>
          <dd>{title}</dd>
        </>
      ) : null}
      <dt>At</dt>
      <dd className="hash">{url}</dd>
      <dt>From</dt>
      <dd>
        <Moment at={from} clock={clock} />
      </dd>
      <dt>To</dt>
      <dd>{to === null ? 'Still published' : <Moment at={to} clock={clock} />}</dd>
      <dt>SHA-256</dt>
      <dd>
        <code className="hash">{grouped(sha256)}</code>
      </dd>
    </dl>
  );
}

/** With seconds and the zone, for a court. */
function Moment({ at, clock }: { at: string; clock: TownClock }) {
  const instant = Date.parse(at);
  return (
    <time dateTime={machineTimeOf(instant, clock.timeZone)}>
      {formatDate(instant, clock)}, {formatTime(instant, clock)} ({at})
    </time>
  );
}

function grouped(sha256: string): string {
  return sha256.match(/.{4}/g)?.join(' ') ?? sha256;
}

function Changes({ proof: { changes }, clock }: FactsProps) {
  return (
    <section className="mt" aria-labelledby="changes">
      <h2 id="changes" className="mb">
        Changes
      </h2>
      <div className="prose prose--plain">
        <table>
          <caption className="vh">Changes</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, index) => (
              <tr key={change.at + change.sha256}>
                <th scope="row">
                  <Moment at={change.at} clock={clock} />
                </th>
                <td>
                  {wordOf(changes, index)}
                  {change.sha256 === null ? null : (
                    <>
                      <br />
                      <code className="hash">{grouped(change.sha256.slice(0, 16))}…</code>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function wordOf(changes: Proof['changes'], index: number): string {
  if (changes[index]?.sha256 === null) return 'Taken off the site';
  if (index === 0) return 'Published';
  return changes[index - 1]?.sha256 === null ? 'Published again' : 'Changed';
}

type CheckProps = { proof: Proof; path: string; print: string; isDocument: boolean };

function Check({ proof, path, print, isDocument }: CheckProps) {
  return (
    <>
      <section className="mt" aria-labelledby="check">
        <h2 id="check">Check it yourself</h2>
        <p className="mt">
          The file below is signed with the site’s key. On any computer with Belfry, run{' '}
          <code>{`belfry verify proof.json${isDocument ? ' --document FILE' : ''}`}</code>. It says whether a
          single {isDocument ? 'byte' : 'letter'} has changed.
        </p>
        <p className="small muted mt">
          Key of {new URL(proof.url).host}: <code className="hash">{print}</code>.{' '}
          <a href="/proof/keys.json">All keys</a>
        </p>
      </section>
      <p className="actions">
        <a className="button button--primary" href={`${path}.json`} download="proof.json">
          Download proof.json
        </a>
        <button className="button needs-script print-page" type="button" hidden>
          <Icon name="print" />
          Print
        </button>
      </p>
    </>
  );
}
