/** 200 while the process lives (product contract section 1). */
export function loader() {
  return Response.json({ status: 'ok' });
}
