/** The API's calls for issues of the newsletter (product contract section 6). */
import type * as z from 'zod';
import type { CallArgs } from '#app/desk/api/call.ts';
import { jsonBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import {
  headerParameter,
  listParameters,
  object,
  pageSchema,
  text,
} from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
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
import { scheduleIssue, startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import { sendTest } from '#app/newsletter/sending/issue-emails.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { issueResponse, issuesJson, orderOfSections, tagOf } from './issue-json.server.ts';
import { buildSchema, issuePatchSchema, issueSchema, sendSchema, testSchema } from './newsletter-schemas.ts';

const ISSUES = '/api/v1/newsletter/issues';

const policy = 'editor-or-token';

export const issueCalls = defineCalls('newsletter', [
  {
    path: ISSUES,
    method: 'GET',
    operationId: 'listIssues',
    summary: 'List issues, the last built first',
    policy,
    parameters: listParameters,
    responses: { 200: { description: 'One page', schema: pageSchema(issueSchema) } },
    problems: [400],
    run: listAll,
  },
  {
    path: ISSUES,
    method: 'POST',
    operationId: 'buildIssue',
    summary: 'Build an issue from what is published now',
    policy,
    body: jsonBody(buildSchema, { isOptional: true }),
    responses: { 201: { description: 'The new issue, a draft', schema: issueSchema } },
    run: build,
  },
  {
    path: `${ISSUES}/{id}`,
    method: 'GET',
    operationId: 'findIssue',
    summary: 'Read one issue',
    policy,
    responses: { 200: { description: 'The issue', schema: issueSchema } },
    problems: [404],
    run: findOne,
  },
  {
    path: `${ISSUES}/{id}`,
    method: 'PATCH',
    operationId: 'changeIssue',
    summary: 'Change the texts of an issue, what it contains and in which order',
    policy,
    parameters: [headerParameter('If-Match', 'The ETag of the version that is changed')],
    body: jsonBody(issuePatchSchema, { isPatch: true }),
    responses: { 200: { description: 'The changed issue', schema: issueSchema } },
    problems: [404, 409, 412],
    run: change,
  },
  {
    path: `${ISSUES}/{id}/send`,
    method: 'POST',
    operationId: 'sendIssue',
    summary: 'Send an issue now or at a time; a second call changes nothing',
    policy,
    body: jsonBody(sendSchema, { isOptional: true }),
    responses: { 202: { description: 'The issue', schema: issueSchema } },
    problems: [404, 409],
    run: send,
  },
  {
    path: `${ISSUES}/{id}/test`,
    method: 'POST',
    operationId: 'testIssue',
    summary: 'Send a test of an issue to one address',
    policy,
    body: jsonBody(testSchema),
    responses: { 202: { description: 'The test is on its way', schema: object({ id: text, to: text }) } },
    problems: [404],
    run: test,
  },
]);

async function listAll(args: CallArgs): Promise<Response> {
  const { read } = readContext(args);
  const asked = readListRequest(new URL(args.request.url).searchParams, issueOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const { items, next, previous } = await listIssues(read, {}, asked);
  return Response.json({ items: await issuesJson(read, items, readContext(args)), next, previous });
}

async function findOne(args: CallArgs): Promise<Response> {
  const { read } = readContext(args);
  const issue = await find(read, args.params.id);
  if (!issue) return problemResponse(404);
  return issueResponse(args, read, issue);
}

async function find(db: ReadDb, id: string | undefined): Promise<Issue | undefined> {
  return id !== undefined && isItemId(id) ? findIssue(db, id) : undefined;
}

/** From what is published now. */
async function build(args: CallArgs, sent: z.output<typeof buildSchema>): Promise<Response> {
  const { write, town, now, viewer } = writeContext(args);
  const { daily } = await findNewsletterPlan(write);
  const audience = sent.audience ?? (daily.on ? 'weekly' : 'everyone');
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const { issue } = await buildIssue(write, { town, now }, { by, audience });
  await recordActivity(args, 'issue-built', issue.subject);
  const headers = { Location: `/api/v1/newsletter/issues/${issue.id}` };
  return issueResponse(args, write, issue, { status: 201, headers });
}

/** What is not sent stays as it is. */
async function change(args: CallArgs, sent: z.output<typeof issuePatchSchema>): Promise<Response> {
  const { write, town, now } = writeContext(args);
  const issue = await find(write, args.params.id);
  if (!issue) return problemResponse(404);
  const expected = args.request.headers.get('If-Match');
  if (expected !== null && !isHeld(tagOf(issue), expected)) return problemResponse(412);
  const { sections, ...texts } = sent;
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
  await recordActivity(args, 'issue-changed', outcome.issue.subject);
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

/** Sends an issue now or at a time. A second call changes nothing and gets the same response. */
async function send(args: CallArgs, { at }: z.output<typeof sendSchema>): Promise<Response> {
  const { write, town, now } = writeContext(args);
  const issue = await find(write, args.params.id);
  if (!issue) return problemResponse(404);
  if (issue.state === 'expired') return problemResponse(409, { detail: 'The issue has expired.' });
  const isPast = at !== undefined && at <= now && issue.state === 'draft';
  const { kind } = isPast
    ? { kind: 'late' }
    : at === undefined
      ? await startSending(write, { town, now }, issue.id)
      : await scheduleIssue(write, { now }, issue.id, at);
  if (kind === 'missing') return problemResponse(404);
  if (kind === 'empty') return problemResponse(409, { detail: 'There is nothing in this issue yet.' });
  if (kind === 'late')
    return problemResponse(422, { errors: [{ field: 'at', message: 'Enter a time to come' }] });
  if (kind === 'done')
    await recordActivity(args, at === undefined ? 'issue-sent' : 'issue-scheduled', issue.subject);
  return issueResponse(args, write, (await findIssue(write, issue.id)) ?? issue, { status: 202 });
}

/** Sends an issue to one address, marked as a test. */
async function test(args: CallArgs, sent: z.output<typeof testSchema>): Promise<Response> {
  const { write, now } = writeContext(args);
  const to = parseEmailAddress(sent.to);
  if (!to) return problemResponse(422, { errors: [{ field: 'to', message: 'Enter an email address' }] });
  const issue = await find(write, args.params.id);
  if (!issue) return problemResponse(404);
  await sendTest(write, { now }, issue, to);
  await recordActivity(args, 'issue-tested', issue.subject);
  return Response.json({ id: issue.id, to }, { status: 202 });
}
