/** The text of a form's field; empty when it is missing or a file. */
export function formTextOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The posted form; empty when the body is not a form. */
export function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}
