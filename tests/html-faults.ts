import { openValidator } from './html-validator.ts';

/**
 * The site's own files need no integrity hash, and the form of void elements and attributes is React's choice, and valid
 * HTML. Rows and cells of a table must not have the role that they have anyway (ARIA in HTML).
 */
const validator = openValidator({ 'require-sri': 'off', 'no-redundant-role': 'error' });

/** What makes a page invalid HTML, with what is around it. */
export async function listHtmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const at = html.split('\n')[line - 1]?.slice(Math.max(0, column - 80), column + 80);
      return `${ruleId}: ${message} at ${at}`;
    }),
  );
}
