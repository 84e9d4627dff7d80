import { Alert } from '#app/ui/alert.tsx';

/** After a save that the database cannot tell the outcome of (safety section 3.2, 3). */
export function UnknownOutcomeAlert() {
  return (
    <Alert tone="warning">
      The database was lost while it saved, so this may be saved or not. Save once more, or reload the page to
      see what is there.
    </Alert>
  );
}
