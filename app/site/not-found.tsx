import { data } from 'react-router';
import { NotFoundPage } from './fault-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <>
      <title>Page not found</title>
      <NotFoundPage />
    </>
  );
}
