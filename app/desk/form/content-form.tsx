import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { FieldRows } from '#app/desk/list/field-rows.tsx';
import { useListAddress } from '#app/desk/list/list-address.ts';
import { DeletedNotice, focusIfLost } from '#app/desk/list/undo-notice.tsx';
import { capitalize } from '#app/items/collection/capitalize.ts';
import type { FormSpec } from '#app/platform/forms/field-spec.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { isUndescribed } from '#app/platform/ui/editor/undescribed.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { FailedSave } from './failed-save.tsx';
import type { FailedItem, FormPage } from './form-page.ts';
import { FormVersion } from './form-version.tsx';
import { HintSlot } from './hint-slot.tsx';
import { ItemSourcesSlot } from './item-sources-slot.tsx';
import { MissingItem } from './missing-item.tsx';
import { FormNotesSlot } from './notes/form-notes-slot.tsx';
import { Presence } from './presence.tsx';
import { withPublishing } from './publishing-fields.ts';
import { PublishingPanel } from './publishing-panel.tsx';
import { differingField, Theirs } from './theirs.tsx';

type ContentFormProps = {
  /** With the collection's name in addresses, and the singular for headings. */
  page: FormPage & { name: string; singular: string; spec: FormSpec };
  failure: FailedItem | undefined;
  /** More links of the publishing panel, as items of its list. */
  links?: ReactNode;
};

/** The form of every collection: typed text is never lost (spec sections 4 and 5). */
export function ContentForm({ page, failure, links }: ContentFormProps) {
  const { name, singular, spec } = page;
  const { values, version } = failure ?? page;
  const id = String(values.id);
  const list = useListAddress(name, page.isNew ? 'add' : id);
  if (page.missing && !failure) return <MissingItem list={list} />;
  const publicPath = `/${name}/${id}`;
  return (
    <AdminPage
      isForm
      className=""
      heading={`${page.isNew ? 'Create' : 'Edit'} ${singular}`}
      parent={{ to: list, label: capitalize(name), state: { row: id } }}
      notices={
        <>
          <FormOutcome page={page} failure={failure} publicPath={publicPath} />
          {page.deleted && !failure ? <DeletedNotice deleted={page.deleted} /> : null}
          {page.isDiscardRefused && !failure ? (
            <Alert tone="warning">
              The draft was not discarded, because it has changed since you opened this page.
            </Alert>
          ) : null}
          <FormNotesSlot page={page} />
        </>
      }
      status={
        <>
          <StatusLine name={name} page={page} publicPath={publicPath}>
            {page.isNew ? null : <Presence name={name} id={id} others={page.others} />}
          </StatusLine>
          {page.archived ? <p className="muted">{page.archived}</p> : null}
          {page.isWaiting ? (
            <p className="muted">
              It waits in the <Link to="/admin/inbox">inbox</Link> until you save it.
            </p>
          ) : null}
        </>
      }
    >
      {page.sources ? <ItemSourcesSlot name={name} id={id} sources={page.sources} /> : null}
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        className="desk"
        key={`${id} ${page.version} ${String(page.values.draft)}`}
      >
        <div>
          <FormVersion version={version} given={failure ?? page} isUnsaved={failure !== undefined} />
          <FieldRows
            spec={spec}
            values={values}
            problems={failure?.problems ?? {}}
            pictures={failure?.pictures ?? page.pictures}
            documents={failure?.documents ?? page.documents}
            below={(field) => (
              <>
                {field.name === 'description' ? (
                  <>
                    <TextPicturesButton name={field.name} html={String(values[field.name] ?? '')} />
                    <LinkedPictures words={failure?.linkedPictures ?? page.linkedPictures} />
                  </>
                ) : null}
                <Theirs spec={field} failure={failure} />
              </>
            )}
            isNotable={(field) => differingField({ spec: field, failure }) !== undefined}
          />
        </div>
        <PublishingPanel name={name} list={list} page={page} failure={failure} links={links} />
      </Form>
    </AdminPage>
  );
}

/** Without JavaScript: hints, and a page of its own for the pictures of a text. Otherwise both are in the editor. */
function TextPicturesButton({ name, html }: { name: string; html: string }) {
  return (
    <noscript>
      <HintSlot html={html} />
      <p className="mt">
        <button type="submit" name="choose" value={name} className="button button--small">
          <Icon name="image" />
          Pictures in the text
        </button>
      </p>
    </noscript>
  );
}

/** Next to the text: its pictures from other sites, and the button that saves a draft and leads to copying them. */
function LinkedPictures({ words }: { words: string }) {
  return words ? (
    <p className="mt">
      {words}{' '}
      <button type="submit" name="copy" value="1" className="button button--small">
        Copy to library
      </button>
    </p>
  ) : null;
}

const statusWords = {
  draft: { word: 'Draft', tone: 'warning' },
  scheduled: { word: 'Scheduled', tone: 'info' },
  published: { word: 'Published', tone: 'success' },
};

type StatusLineProps = { name: string; page: FormPage; publicPath: string; children: ReactNode };

/** The item's status and series, a link to the panel that is below the fields on phones, and who else has it open. */
function StatusLine({ name, page, publicPath, children }: StatusLineProps) {
  const { publication, scheduledFor, series } = page;
  const status = publication && statusWords[publication];
  return (
    <p className="statusline">
      {status ? <span className={`badge is-${status.tone}`}>{status.word}</span> : null}
      {scheduledFor ? (
        <span>
          <Icon name="clock" />
          {scheduledFor}
          <a href={`/admin/another-day?at=${String(page.values.publishAt)}&path=${publicPath}`}>
            See the site then
          </a>
        </span>
      ) : null}
      {series ? (
        <span>
          {series.text} · <Link to={`/admin/${name}?series=${series.seriesId}`}>all dates</Link>
        </span>
      ) : null}
      <a className="phone-only" href="#publishing">
        Publishing
      </a>
      {children}
    </p>
  );
}

type FormOutcomeProps = Omit<ContentFormProps, 'links'> & { publicPath: string };

function FormOutcome({ page, failure, publicPath }: FormOutcomeProps) {
  if (!failure && page.overdue) return <Alert tone="danger">{page.overdue}</Alert>;
  if (!failure) return <SavedStatus page={page} publicPath={publicPath} />;
  return <FailedSave {...failure} spec={withPublishing(page.spec)} />;
}

function SavedStatus({ page, publicPath }: { page: FormPage; publicPath: string }) {
  if (!page.saved) return null;
  const lacksWords = Object.values(page.pictures).some((picture) => picture && isUndescribed(picture));
  return (
    <div key={page.version} tabIndex={-1} ref={focusIfLost}>
      <Alert tone="success">
        {messages.saved} {page.savedAs}{' '}
        {page.publication === 'published' ? <a href={publicPath}>View</a> : null}
        {lacksWords ? (
          <p className="light">
            Its picture has no alternative text. <a href="#pictureAlt">Add it</a>
          </p>
        ) : null}
      </Alert>
    </div>
  );
}
