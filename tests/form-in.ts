export type Form = Record<string, string>;

/** The fields of the one form on an admin page, as a browser without JavaScript would send them. */
export function formIn(html: string): Form {
  const main = html.slice(html.indexOf('<main'));
  const form: Form = {};
  for (const [tag] of main.matchAll(/<input [^>]*>/g)) {
    const name = attribute(tag, 'name');
    const isLeftOut = / type="(radio|checkbox)"/.test(tag) && !/ checked=""/.test(tag);
    if (name && !isLeftOut) form[name] = attribute(tag, 'value') ?? '';
  }
  for (const [, open = '', text = ''] of main.matchAll(/<textarea ([^>]*)>([^<]*)<\/textarea>/g)) {
    form[attribute(open, 'name') ?? ''] = decoded(text);
  }
  return form;
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decoded(found);
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
