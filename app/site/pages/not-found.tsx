import { data } from 'react-router';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { NotFoundPage } from '#app/site/frame/fault-page.tsx';

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
