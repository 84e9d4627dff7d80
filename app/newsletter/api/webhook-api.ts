import type { CallArgs } from '#app/desk/api/call.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { receiveWebhook } from '#app/newsletter/bounces/webhooks/receive-webhook.server.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { hostOf } from '#app/platform/mail/mail-sender.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';

/**
 * `/api/v1/newsletter/webhooks/{provider}`: providers of email report bounces and complaints here. The signature of the
 * call decides, so it needs no token. 404 for all but the provider in the newsletter's settings. It is not for other
 * programs, so the OpenAPI document doesn't have it.
 */
export const loader = defineCalls('newsletter', [
  {
    path: '/api/v1/newsletter/webhooks/{provider}',
    method: 'POST',
    operationId: 'receiveWebhook',
    summary: 'Report what became of emails',
    policy: 'public',
    responses: { 200: { description: 'How many reports were recorded' } },
    problems: [400, 404],
    run: receive,
  },
]).at('/api/v1/newsletter/webhooks/{provider}');
export const action = loader;

async function receive({ request, params, context }: CallArgs): Promise<Response> {
  const { services, now } = context.get(requestContextKey);
  const { write: db, settings } = services;
  const { webhook } = await findNewsletterPlan(db);
  if (webhook.provider !== params.provider || !webhook.key)
    return problemResponse(404, { detail: 'The newsletter’s settings have no key for this provider.' });
  const body = new TextDecoder().decode(await request.bytes());
  const outbound = openOutbound({ reachable: settings.fetchAllow, siteUrl: settings.url });
  const receiving = {
    db,
    provider: params.provider,
    key: webhook.key,
    now,
    outbound,
    siteHost: hostOf(settings.url),
  };
  try {
    const received = await receiveWebhook(receiving, { headers: request.headers, body });
    if (received.kind === 'received') return Response.json({ recorded: received.recorded });
    return received.kind === 'broken'
      ? problemResponse(400, { detail: 'The body is not valid JSON.' })
      : problemResponse(401, { title: 'The signature is wrong or too old.' });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return problemResponse(503, {
      title: 'The certificate can’t be fetched.',
      headers: { 'Retry-After': '60' },
    });
  }
}
