/** What the form of a notice contains, as typed; `email` is '' for no. */
export type NoticeValues = {
  text: string;
  kind: string;
  ends: string;
  endsAt: string;
  startsAt: string;
  link: string;
  email: string;
};
