import { redirect } from 'react-router';

/** To the poll's voting page, which shows the result or the problem. */
export function backToVoting(id: string, problem?: string): Response {
  const said = problem ? `problem=${problem}` : 'done';
  return redirect(`/admin/polls/${encodeURIComponent(id)}/voting?${said}`, 303);
}
