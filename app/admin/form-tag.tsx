import { memo, type Ref } from 'react';

type FormTagProps = { name: 'version' | 'draft'; value: string; ref?: Ref<HTMLInputElement> };

/**
 * A hidden field with the version that a form was opened with. Automatic saving puts newer ones into it, so it renders
 * only when the page has another one: React would put the old one back with any other change of the form.
 */
export const FormTag = memo(function FormTag({ name, value, ref }: FormTagProps) {
  return <input ref={ref} type="hidden" name={name} value={value} />;
});
