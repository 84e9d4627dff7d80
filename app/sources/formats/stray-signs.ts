/** `<` in texts of strangers: what begins a tag, and what only compares two things ("income<expenses"). */

const TAGS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image
  img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript
  object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search
  section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot
  th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/** `<`, a name, and what follows up to the end of a tag or the next one. */
const POSSIBLE_TAG = /<(\/?)([a-z][\w:.-]*)([^<>]*)(>?)/gi;

const ATTRIBUTE = /\s[\w:@.-]{1,100}\s{0,9}=/;

/** Whether a text is HTML: it contains tags, comments or character references. */
export function isMarkup(text: string): boolean {
  if (/<!|&(#\d|#x[\da-f]|[a-z]{2,31};)/i.test(text)) return true;
  const isTag = openTags(text);
  return text.matchAll(POSSIBLE_TAG).some((found) => isTag(found));
}

/** HTML with a reference for each `<` that begins no tag: otherwise, what follows would be lost up to the next `>`. */
export function withoutStraySigns(html: string): string {
  const isTag = openTags(html);
  return html.replace(POSSIBLE_TAG, (...found) =>
    isTag(found as string[]) ? found[0] : `&lt;${found[0].slice(1)}`,
  );
}

/** Elements of HTML, also ones that are cut off after an attribute, and others that look like elements. */
function openTags(text: string): (found: string[]) => boolean {
  let closed: Set<string> | undefined;
  const isClosed = (name: string) => {
    closed ??= new Set(text.matchAll(/<\/([a-z][\w:.-]*)/gi).map(([, other = '']) => other.toLowerCase()));
    return closed.has(name);
  };
  return ([, slash, written = '', rest = '', end]) => {
    const name = written.toLowerCase();
    const isKnown = TAGS.has(name) || /[:-]/.test(name);
    if (!end) return isKnown && (slash !== '' || ATTRIBUTE.test(rest));
    return isKnown || slash !== '' || rest.endsWith('/') || ATTRIBUTE.test(rest) || isClosed(name);
  };
}

/**
 * The same for an XML document, where `<` can't be in a tag: a name that another `<` follows is none. Sections of
 * characters and comments stay as they are.
 */
export function mendMarkup(document: string): string {
  return document.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(?=[a-z][^<>="]{0,1000}<)/gi,
    (found) => (found === '<' ? '&lt;' : found),
  );
}
