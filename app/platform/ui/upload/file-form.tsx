import type { ComponentProps, ReactNode } from 'react';
import { Form } from 'react-router';
import { FormActions } from '#app/platform/ui/form-actions.tsx';
import { FileField, type FileFieldProps } from './upload-field.tsx';

type FileFormProps = ComponentProps<typeof FormActions> & {
  action: string;
  file: FileFieldProps;
  /** The other fields. */
  children?: ReactNode;
};

/** A form that sends one file to `action`, a page. */
export function FileForm({ action, file, children, ...actions }: FileFormProps) {
  return (
    <Form method="post" encType="multipart/form-data" action={action} className="form" noValidate>
      <FileField {...file} />
      {children}
      <FormActions {...actions} />
    </Form>
  );
}
