import { data, Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readDocumentWords } from '#app/documents/document.ts';
import { recordDocumentFindings } from '#app/items/accessibility/record-findings.server.ts';
import { listPublicationChanges } from '#app/items/proof/publication-record.server.ts';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { splitProblem } from '#app/platform/document-reader/document-problems.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineField, type FieldProblems, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { replaceDocument } from '#app/platform/media/documents/add-document.server.ts';
import { DOCUMENTS } from '#app/platform/media/documents/document-record.server.ts';
import {
  changeOpenedDocument,
  findDocument,
  listDocumentVersions,
} from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { findAdder } from '#app/platform/media/picture-store.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Route } from './+types/document-page';
import { DocumentFileField } from './document-file-field.tsx';
import { languageChoices } from './language-choices.ts';
import { loadDocumentUses, momentText, toneOf } from './load-documents.server.ts';

/** `/admin/documents/{id}`: what is said about a document, what was found in it, its file, and where it is used. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = writeContext(args);
  const document = await findDocument(read, args.params.id);
  if (!document) throw data(null, { status: 404 });
  const { id, title, language, summary, createdAt, replacedAt, updatedAt } = document;
  const adder = await findAdder(read, document);
  const versions = await listDocumentVersions(read, id);
  const query = args.url.searchParams;
  const verb = replacedAt === null ? 'Uploaded' : 'Replaced';
  return {
    id,
    title,
    facts: documentFacts(document),
    uploaded: `${verb} ${momentText(replacedAt ?? createdAt, town)}${adder && replacedAt === null ? ` by ${adder}` : ''}`,
    path: documentPath(document),
    findings: document.problems.map((problem) => ({ ...splitProblem(problem), tone: toneOf(problem) })),
    typed: { title, language: language ?? '', summary: summary ?? '' },
    languages: languageChoices(language),
    version: String(updatedAt),
    versions: versions.map((each) => ({
      number: each.number,
      when: momentText(Number(each.createdAt), town),
      facts: documentFacts({ ...each, bytes: Number(each.bytes) }),
    })),
    proof: (await listPublicationChanges(read, { name: DOCUMENTS }, id)).length > 0,
    current: momentText(replacedAt ?? createdAt, town),
    outcome: outcomes[[...query.keys()].find((name) => name in outcomes) ?? ''] ?? '',
    ...(await loadDocumentUses(args, id)),
  };
}

/** By the parameter of the address that reports them. */
const outcomes: Record<string, string> = {
  saved: messages.saved,
  added: 'The document is in the library.',
  replaced: 'Replaced. Every place that uses it has the new file, at the same address.',
  same: 'This is the file that is there already.',
};

const CHANGED =
  'Someone else changed this document while you were editing. Your text is below. If you save, it replaces theirs.';

/** Saves what is said about the document, or replaces its file. Otherwise the form comes back as typed. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { values, version } = await readForm(args.request, form);
  const { title, language, summary, replace } = values;
  const typed = { title, language, summary };
  try {
    if (replace) return await replaceFile(args);
    const read = readDocumentWords(typed);
    if (read.problems) {
      const problems: FieldProblems = {};
      for (const { field, message } of read.problems) problems[field] ??= message;
      return failedForm(400, typed, { problems, version });
    }
    const outcome = await changeOpenedDocument(write, args.params.id, read.words, { version, now });
    if (!outcome) throw data(null, { status: 404 });
    const { id, updatedAt } = outcome.document;
    if (outcome.kind === 'conflict')
      return failedForm(409, typed, { version: String(updatedAt), reason: CHANGED });
    await recordDocumentFindings(write, [id]);
    await recordActivity(args, 'document-changed', `/admin/documents/${id} ${outcome.document.title}`);
    return redirect(`/admin/documents/${id}?saved=1`, 303);
  } catch (error) {
    const failed = reportFailedSave(args, error, 'a document could not be saved');
    return failedForm(failed.status, typed, { version, reason: failed.reason ?? messages.saveFailed });
  }
}

async function replaceFile(args: Route.ActionArgs) {
  const { services, write, now } = writeContext(args);
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [upload] = uploads;
  const [skipped] = skippedFiles;
  const fail = (status: number, problem: string) =>
    failedForm(status, null, { problems: { file: problem }, reason: 'The file was not replaced.' });
  if (skipped) return fail(skipped.refusal.status, skipped.refusal.sentence);
  if (!upload) return fail(400, 'Choose a document');
  const replaced = await replaceDocument(args.params.id, upload, { media: services.media, db: write, now });
  if (!replaced) throw data(null, { status: 404 });
  if (replaced.refusal) return fail(replaced.refusal.status, replaced.refusal.sentence);
  const { id, title } = replaced.document;
  await recordDocumentFindings(write, [id]);
  if (replaced.isNew) await recordActivity(args, 'document-replaced', `/admin/documents/${id} ${title}`);
  return redirect(`/admin/documents/${id}?${replaced.isNew ? 'replaced' : 'same'}=1`, 303);
}

export default function DocumentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, facts, uploaded, path, findings, outcome, languages } = loaderData;
  const typed = actionData?.values ?? loaderData.typed;
  const problems: FieldProblems = actionData?.problems ?? {};
  return (
    <AdminPage
      heading={title}
      className=""
      isForm
      parent={{ to: '/admin/documents', label: 'Documents' }}
      notices={
        actionData ? (
          <Alert tone="danger">{actionData.reason || messages.saveFailed}</Alert>
        ) : outcome ? (
          <Alert tone="success">{outcome}</Alert>
        ) : null
      }
      status={
        <p className="statusline">
          <span>
            <Icon name="download" />
            {facts}
          </span>
          <span>{uploaded}</span>
          <a href={path}>Download</a>
        </p>
      }
    >
      <div className="desk">
        <Form method="post" noValidate key={loaderData.version}>
          <input type="hidden" name="version" value={actionData?.version ?? loaderData.version} />
          <Findings findings={findings} />
          <div className="field mt">
            <Field spec={summaryField} value={typed.summary} problem={problems.summary} />
          </div>
          <div className="fields">
            <Field spec={titleField} value={typed.title} problem={problems.title} />
            <Field
              spec={{ ...languageField, choices: languages }}
              value={typed.language}
              problem={problems.language}
            />
          </div>
          <div className="actions">
            <button type="submit" className="button button--primary">
              Save
            </button>
            <Link className="button" to="/admin/documents">
              Cancel
            </Link>
            <Link className="button button--danger end" to={`/admin/documents/${id}/deletion`}>
              <Icon name="trash" />
              Delete
            </Link>
          </div>
        </Form>
        <div className="side">
          <Replacement problem={problems.file} />
          <Uses {...loaderData} />
          <Versions {...loaderData} />
        </div>
      </div>
    </AdminPage>
  );
}

type Data = Route.ComponentProps['loaderData'];

/** What a reader who can't see meets; nothing of it keeps the document from being used. */
function Findings({ findings }: Pick<Data, 'findings'>) {
  return (
    <section aria-labelledby="findings">
      <h2 id="findings" className="mb">
        What a blind reader meets
      </h2>
      {findings.length === 0 ? (
        <p>
          <span className="badge is-success">No problems</span>
        </p>
      ) : (
        <ul className="stack">
          {findings.map(({ heading, advice, tone }) => (
            <li className={`finding is-${tone}`} key={heading + advice}>
              <p>
                <strong>{heading}</strong>
              </p>
              {advice ? <p>{advice}</p> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Replacement({ problem }: { problem: string | undefined }) {
  return (
    <section className="panel" aria-labelledby="replace">
      <h2 id="replace">Replace the file</h2>
      <p className="small muted">
        Same address. The old file is kept, and readers see “Replaced on” with the date.
      </p>
      <Form method="post" encType="multipart/form-data" noValidate className="mt">
        <DocumentFileField hint="Up to 25 MiB." problem={problem} />
        <button type="submit" name="replace" value="1" className="button mt">
          <Icon name="upload" />
          Replace file
        </button>
      </Form>
    </section>
  );
}

function Uses({ uses, count, revised }: Pick<Data, 'uses' | 'count' | 'revised'>) {
  const heading = count === 0 ? 'Not used' : count === 1 ? 'Used in 1 place' : `Used in ${count} places`;
  return (
    <section className="panel" aria-labelledby="uses">
      <h2 id="uses">{heading}</h2>
      {count === 0 ? (
        <p className="small muted">
          Readers can’t have it until a published item uses it. Choose it in the form of an item.
          {revised > 0
            ? ` Earlier versions of ${revised === 1 ? '1 item' : `${revised} items`} use it.`
            : null}
        </p>
      ) : (
        <ul className="due">
          {uses.map(({ href, title, what }) => (
            <li key={`${href} ${what}`}>
              <div>
                <strong>
                  <Link to={href}>{title}</Link>
                </strong>
                <span className="small muted">{what}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type VersionsProps = Pick<Data, 'id' | 'versions' | 'current' | 'facts' | 'proof'>;

function Versions({ id, versions, current, facts, proof }: VersionsProps) {
  const link = (
    <p className="small mt">
      <a href={`/proof/documents/${id}`}>Proof of publication</a>
    </p>
  );
  if (versions.length === 0) return proof ? link : null;
  return (
    <section className="panel" aria-labelledby="versions">
      <h2 id="versions">Earlier versions</h2>
      <ul className="due">
        <li>
          <div>
            <strong>{current}</strong>
            <span className="small muted">This one. {facts}</span>
          </div>
        </li>
        {versions.map(({ number, when, facts: its }) => (
          <li key={number}>
            <div>
              <strong>
                <a href={`/admin/documents/${id}/versions/${number}`}>{when}</a>
              </strong>
              <span className="small muted">{its}</span>
            </div>
          </li>
        ))}
      </ul>
      {proof ? link : null}
    </section>
  );
}

const summaryField = defineField({
  name: 'summary',
  label: 'Summary',
  kind: 'text',
  required: false,
  rows: 5,
  hint: 'Shown beside the document. Three to six sentences are enough.',
});

const titleField = defineField({ name: 'title', label: 'Title', kind: 'line', required: true });

const languageField = defineField({ name: 'language', label: 'Language', kind: 'choice', required: false });

const form = [[summaryField, titleField, languageField, ...hidden('replace')]];
