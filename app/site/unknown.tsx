import { data } from 'react-router';

/** Every address the site does not have, whatever the method. */
export function loader() {
  throw data(null, { status: 404 });
}

export const action = loader;

export default function Unknown() {
  return null;
}
