/** 200 while the process is running (product contract section 1). */
export function loader() {
  return Response.json({ status: 'ok' });
}
