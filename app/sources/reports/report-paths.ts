/** The form in which readers report what is wrong with an item. */
export function correctPath({ collection, id }: { collection: string; id: string }): string {
  return `/correct/${collection}/${id}`;
}

/** The page of a report, with its secret. */
export function ownReportPath(place: { collection: string; id: string }, token: string, note = ''): string {
  return `${correctPath(place)}/report?token=${token}${note}`;
}
