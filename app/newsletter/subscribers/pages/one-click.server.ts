/** In a multipart body, the part may have headers of its own between the field's name and its value. */
const FIELD =
  /(^|[&\s])List-Unsubscribe=One-Click\b|name="?List-Unsubscribe"?[^\r\n]*(\r?\n[^\r\n]+)*\r?\n\r?\nOne-Click\b/i;

/**
 * Whether a POST is a one-click request of an email program (RFC 8058): its body is `List-Unsubscribe=One-Click`, as a
 * form of either kind, or as plain text. Reads the body.
 */
export async function isOneClick(request: Request): Promise<boolean> {
  const text = await request.text().catch(() => '');
  return FIELD.test(text);
}
