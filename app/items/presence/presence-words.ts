/** Names of other editors who have a form open, and whether the user has it open in another window. */
export type Others = { names: string[]; isElsewhere: boolean };

/** 'Anna is editing this.'; '' if no one else is. */
export function describeOthers({ names, isElsewhere }: Others): string {
  if (names.length > 0) {
    const list = new Intl.ListFormat('en-US').format(names);
    return `${list} ${names.length === 1 ? 'is' : 'are'} editing this.`;
  }
  return isElsewhere ? 'You have this open in another window.' : '';
}
