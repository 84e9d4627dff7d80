import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { closeNameOffer } from '#app/desk/form/close-name-offer.server.ts';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { findNameOffer } from '#app/desk/form/name-offer.server.ts';
import { NameOffer } from '#app/desk/form/name-offer.tsx';
import { findChoices } from '#app/desk/form/picture/picture-choices.server.ts';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { countSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { formValuesOf } from '#app/platform/forms/form-values.ts';
import { type Durability, findDurability } from '#app/platform/postgres/postgres-durability.server.ts';
import { formatDate, formatTime, listTimeZones, type TownClock } from '#app/platform/time/town-time.ts';
import { findFormerNames } from '#app/town/former-names.server.ts';
import { findHubStatus, type HubStatus } from '#app/town/hub-status.server.ts';
import { sectionsWith, townForm, townSections } from '#app/town/town-form.ts';
import { withoutFallbacks } from '#app/town/town-names.ts';
import { versionOfTown } from '#app/town/town-version.server.ts';
import type { Route } from './+types/settings-page';
import { saveSettings } from './save-settings.server.ts';
import { failedSectionOf, SettingsSection } from './settings-section.tsx';

export async function loader(args: Route.LoaderArgs) {
  const { town, read, write, collections } = writeContext(args);
  const query = args.url.searchParams;
  const values = formValuesOf(townForm, withoutFallbacks(town), town.timeZone);
  return {
    values,
    pictures: await findChoices(read, townForm, values),
    version: versionOfTown(town),
    saved: query.get('saved'),
    outcome: query.get('names'),
    offer: findNameOffer(town, await findFormerNames(read)),
    sampleItems: await countSampleItems(read, collections),
    durability: await findDurability(write).catch(() => undefined),
    hub: town.webSubHub ? await findHubStatus(read) : undefined,
    clock: { timeZone: town.timeZone, locale: town.locale },
    timeZones: listTimeZones(),
  };
}

/** Saves sections or, with `?names`, updates or leaves texts that contain an old name. */
export async function action(args: Route.ActionArgs) {
  return args.url.searchParams.has('names') ? closeNameOffer(args) : saveSettings(args);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args);
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData ? sectionsWith(Object.keys(actionData.values)) : [];
  const saved = actionData ? null : loaderData.saved;
  const hasSamples = loaderData.sampleItems > 0;
  const needs = (ids: string[]) =>
    ids.some((id) => id === saved || sent.some((section) => section.id === id));
  const sections = (ids: string[]) =>
    townSections
      .filter(({ id }) => ids.includes(id))
      .map((section) => (
        <SettingsSection
          key={section.id}
          section={section}
          loaded={loaderData}
          failure={
            sent.includes(section) ? failedSectionOf(section, actionData, section === sent[0]) : undefined
          }
          isSaved={saved === section.id}
        >
          {section.id === 'site' && !actionData ? (
            <NameOffer offer={loaderData.offer} version={loaderData.version} outcome={loaderData.outcome} />
          ) : null}
        </SettingsSection>
      ));
  const sampleTown = <SampleTown count={loaderData.sampleItems} />;
  return (
    <AdminPage
      className="form stack-lg"
      heading="Settings"
      notices={actionData && sent.length === 0 ? <FailedSave /> : null}
    >
      <Contents hasSamples={hasSamples} />
      {sections(['site'])}
      {hasSamples ? sampleTown : null}
      {sections(['time', 'contact', 'pictures', 'meetings', 'suggestions'])}
      <SettingsFold
        id="pages"
        title="Texts of the About, Contact and Privacy Policy pages"
        isNeeded={needs(['texts'])}
      >
        {sections(['texts'])}
      </SettingsFold>
      {hasSamples ? null : sampleTown}
      <section className="panel" aria-labelledby="backups">
        <h2 id="backups">Backups</h2>
        <p className="mb">Choose when backups are made, how many are kept, and where second copies go.</p>
        <Link className="button" to="/admin/backups">
          Backups
        </Link>
      </section>
      <section className="panel" aria-labelledby="mail">
        <h2 id="mail">Sending email</h2>
        <p className="mb">
          See which emails are waiting or could not be sent, and send yourself a test email.
        </p>
        <Link className="button" to="/admin/mail">
          Email
        </Link>
      </section>
      <SettingsFold
        id="advanced"
        title="Advanced"
        isNeeded={needs(advanced) || Boolean(loaderData.hub?.trouble)}
      >
        {sections(advanced)}
        {loaderData.hub ? <HubPanel status={loaderData.hub} clock={loaderData.clock} /> : null}
        <section className="panel" aria-labelledby="api-tokens">
          <h2 id="api-tokens">API tokens</h2>
          <p className="mb">
            Programs use tokens to access the API or the site’s metrics without a password.
          </p>
          <Link className="button" to="/admin/settings/tokens">
            API tokens
          </Link>
        </section>
        {loaderData.durability ? <DatabasePanel durability={loaderData.durability} /> : null}
      </SettingsFold>
    </AdminPage>
  );
}

/** Sections that are rarely changed. */
const advanced = ['events-and-polls', 'accounts', 'feeds'];

/** `id` is its anchor. */
type Part = { id: string; title: string };

/** Links to the parts of the page. */
function Contents({ hasSamples }: { hasSamples: boolean }) {
  const common: Part[] = townSections.filter(({ id }) => !advanced.includes(id));
  const parts: Part[] = [
    ...common.toSpliced(hasSamples ? 1 : common.length, 0, { id: 'sample-town', title: 'Sample town' }),
    { id: 'backups', title: 'Backups' },
    { id: 'mail', title: 'Sending email' },
    { id: 'advanced', title: 'Advanced' },
  ];
  return (
    <nav aria-label="On this page">
      <ul className="cluster">
        {parts.map((part) => (
          <li key={part.id}>
            <a href={`#${part.id}`}>{part.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SampleTown({ count }: { count: number }) {
  return (
    <section className="panel" aria-labelledby="sample-town">
      <h2 id="sample-town">Sample town</h2>
      <p className="mb">
        {count > 0 ? `This site has ${count} items from the sample town.` : 'This site has no sample items.'}
      </p>
      <Link className={count > 0 ? 'button button--danger' : 'button'} to="/admin/settings/sample-town">
        {count > 0 ? 'Remove the sample town' : 'Sample town'}
      </Link>
    </section>
  );
}

const sentences: Record<Durability['standby'], string> = {
  none: 'It has no standby. If its disk fails, you will have to restore the last backup.',
  synchronous: 'Its standby has every saved change. If it takes over, nothing is lost.',
  asynchronous: 'Its standby is slightly behind. If it takes over, the most recent changes may be lost.',
  waiting:
    'It is waiting for its standby, which is not connected. Nothing can be saved until the standby is back.',
};

/** What a failover of PostgreSQL would lose (requirements: durability 2). */
function DatabasePanel({ durability: { version, standby } }: { durability: Durability }) {
  return (
    <section className="panel" aria-labelledby="database">
      <h2 id="database">Database</h2>
      <p>
        PostgreSQL {version}. {sentences[standby]}
      </p>
    </section>
  );
}

/** Whether the WebSub hub in Settings receives notifications. */
function HubPanel({ status, clock }: { status: HubStatus; clock: TownClock }) {
  const { announcedAt, trouble, nextAttemptAt } = status;
  const say = (at: number) => `${formatDate(at, clock)}, ${formatTime(at, clock)}`;
  return (
    <section className="panel" aria-labelledby="hub">
      <h2 id="hub">WebSub hub</h2>
      {trouble ? (
        <p role="alert">
          The hub could not be notified about new items. {trouble}. Next attempt:{' '}
          {nextAttemptAt ? say(nextAttemptAt) : 'soon'}.
        </p>
      ) : null}
      {announcedAt ? <p>Last notified {say(announcedAt)}.</p> : null}
    </section>
  );
}

/** `isNeeded`: it contains something that must be seen, such as an error. */
type FoldProps = { id: string; title: string; isNeeded: boolean; children: ReactNode };

/** Rarely used settings. It opens when it is needed or contains the target of a link, and closes only by hand. */
function SettingsFold({ id, title, isNeeded, children }: FoldProps) {
  const [wasNeeded] = useState(isNeeded);
  const fold = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // Before the page scrolls to the target, and before a section takes the focus.
  useLayoutEffect(() => {
    const target = key && hash ? document.getElementById(hash.slice(1)) : null;
    if (fold.current && (isNeeded || fold.current.contains(target))) fold.current.open = true;
  }, [isNeeded, hash, key]);
  return (
    <details className="fold" id={id} open={wasNeeded} ref={fold}>
      <summary>{title}</summary>
      <div className="stack-lg mt">{children}</div>
    </details>
  );
}
