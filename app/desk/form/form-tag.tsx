import { memo, type Ref } from 'react';

type FormTagProps = {
  name: 'version' | 'draft';
  value: string;
  /** The response that `value` is from. */
  given: object | undefined;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A hidden field with the version that a form was opened with. Automatic saving puts newer ones into it. So it renders
 * only with another response: with any other change of the form, React would put the old one back.
 */
export const FormTag = memo(function FormTag({ name, value, ref }: FormTagProps) {
  return <input ref={ref} type="hidden" name={name} value={value} />;
});
