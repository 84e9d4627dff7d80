import { data } from 'react-router';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import { NotFoundPage } from './fault-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <>
      <UnlistedHead title="Page not found" />
      <NotFoundPage />
    </>
  );
}
