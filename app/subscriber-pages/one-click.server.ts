/**
 * Whether a POST is a one-click request of an email program (RFC 8058): its body is `List-Unsubscribe=One-Click`, as a
 * form of either kind, or as plain text. Reads the body.
 */
export async function isOneClick(request: Request): Promise<boolean> {
  const text = await request.text().catch(() => '');
  return /(^|[&\s"])List-Unsubscribe("?\s+|=)One-Click\b/i.test(text);
}
