import { redirect } from 'react-router';

/** To the poll's page of voting, which says that it is done or what the problem was. */
export function backToVoting(id: string, problem?: string): Response {
  const said = problem ? `problem=${problem}` : 'done';
  return redirect(`/admin/polls/${encodeURIComponent(id)}/voting?${said}`, 303);
}
