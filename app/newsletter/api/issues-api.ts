import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { readOptionalJson } from '#app/desk/api/read-optional-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isHeld } from '#app/items/collection/entity-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import type { Issue, IssueChanges } from '#app/newsletter/issues/issue.ts';
import {
  buildIssue,
  changeIssue,
  findIssue,
  issueOrder,
  listIssues,
} from '#app/newsletter/issues/issue-store.server.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { choicesOf } from '#app/newsletter/pages/composer/shown-parts.server.ts';
import { readVisit, writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Route } from './+types/issues-api';
import { issuesJson, orderOfSections } from './issue-json.server.ts';
import { issueResponse, tagOf } from './issue-response.server.ts';
import { buildSchema, issuePatchSchema } from './issue-schemas.ts';
import { type NewsletterCall, newsletterCalls } from './newsletter-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;

/** `/api/v1/newsletter/issues` and `/{id}` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return args.params.id === undefined
    ? call('listIssues', args, () => listResponse(args))
    : call('findIssue', args, () => oneResponse(args));
}

export function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (args.params.id === undefined) {
    if (method === 'POST') return call('buildIssue', args, () => build(args));
    return problemResponse(405, { headers: { Allow: 'GET, HEAD, POST' } });
  }
  if (method === 'PATCH') return call('changeIssue', args, () => change(args));
  return problemResponse(405, { headers: { Allow: 'GET, HEAD, PATCH' } });
}

function call(name: NewsletterCall, args: Args, work: () => Promise<Response>): Promise<Response> {
  return respondTo({ name, policy: newsletterCalls[name].policy }, args, work);
}

async function listResponse(args: Args): Promise<Response> {
  const { read } = readVisit(args);
  const asked = readListRequest(new URL(args.request.url).searchParams, issueOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const { items, next, previous } = await listIssues(read, {}, asked);
  return Response.json({ items: await issuesJson(read, items, readVisit(args)), next, previous });
}

async function oneResponse(args: Args): Promise<Response> {
  const { read } = readVisit(args);
  const issue = await find(read, args.params.id);
  if (!issue) return problemResponse(404);
  return issueResponse(args, read, issue);
}

async function find(db: ReadDb, id: string | undefined): Promise<Issue | undefined> {
  return id !== undefined && isItemId(id) ? findIssue(db, id) : undefined;
}

/** From what is published now. */
async function build(args: Args): Promise<Response> {
  const { write, town, now, viewer } = writeVisit(args);
  const { body, refusal } = await readOptionalJson(args.request);
  if (refusal) return refusal;
  const parsed = buildSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);
  const { daily } = await findNewsletterPlan(write);
  const audience = parsed.data.audience ?? (daily.on ? 'weekly' : 'everyone');
  const by = viewer.kind === 'admin' ? viewer.userId : null;
  const { issue } = await buildIssue(write, { town, now }, { by, audience });
  await noteDone(args, 'issue-built', issue.subject);
  const headers = { Location: `/api/v1/newsletter/issues/${issue.id}` };
  return issueResponse(args, write, issue, { status: 201, headers });
}

/** What is not sent stays as it is. */
async function change(args: Args): Promise<Response> {
  const { write, town, now } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, [
    'application/json',
    'application/merge-patch+json',
  ]);
  if (refusal) return refusal;
  const parsed = issuePatchSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);
  const issue = await find(write, args.params.id);
  if (!issue) return problemResponse(404);
  const expected = args.request.headers.get('If-Match');
  if (expected !== null && !isHeld(tagOf(issue), expected)) return problemResponse(412);
  const { sections, ...texts } = parsed.data;
  const changes: IssueChanges = withoutAutomatic(
    texts,
    issue,
    await resolveIssue(write, { town, now }, issue),
  );
  if (sections !== undefined) {
    const all = { ...issue, choices: { ...issue.choices, out: [] } };
    const { blocks } = await resolveIssue(write, { town, now }, all);
    const order = orderOfSections(sections, blocks);
    if ('field' in order) {
      const message = 'This is not a part of the issue';
      return problemResponse(422, { errors: [{ field: order.field, message }] });
    }
    changes.choices = choicesOf(order, order, issue.choices);
  }
  const outcome = await changeIssue(write, { town, now }, issue.id, issue.version, changes);
  if (outcome.kind === 'missing') return problemResponse(404);
  if (outcome.kind === 'settled')
    return problemResponse(409, { detail: 'The issue is being sent or is over, so it can’t be changed.' });
  if (outcome.kind === 'conflict')
    return problemResponse(409, { detail: 'The issue was changed in the meantime. Send it again.' });
  await noteDone(args, 'issue-changed', outcome.issue.subject);
  return issueResponse(args, write, outcome.issue);
}

/** Texts that are sent back as they were written automatically stay automatic. */
function withoutAutomatic(texts: IssueChanges, issue: Issue, edition: Edition): IssueChanges {
  const { subject, preview, ...others } = texts;
  const isSame = subject === edition.subject && !issue.ownSubject;
  return {
    ...others,
    ...(subject === undefined || isSame ? {} : { subject }),
    ...(preview === undefined || (preview === edition.preview && issue.preview === '') ? {} : { preview }),
  };
}
