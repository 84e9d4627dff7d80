import type { Issue } from '#app/newsletter/issues/issue.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { issuesJson } from './issue-json.server.ts';

/** Changes with each save of an editor. */
export function tagOf({ version }: Issue): string {
  return `"${version}"`;
}

/** An issue as the API returns it, with its entity tag. */
export async function issueResponse(
  args: Parameters<typeof readContext>[0],
  db: ReadDb,
  issue: Issue,
  init: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const [json] = await issuesJson(db, [issue], readContext(args));
  return Response.json(json, { ...init, headers: { ...init.headers, ETag: tagOf(issue) } });
}
