/** The HTML without figures of which only the caption is left. */
export function withoutEmptyFigures(html: string): string {
  return html.replace(
    /<figure[^>]*>\s*(?:<figcaption[^>]*>(?:(?!<\/figcaption>).)*<\/figcaption>\s*)?<\/figure>/gs,
    '',
  );
}
