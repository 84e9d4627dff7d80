import { redirect } from 'react-router';

/** The front page is the list of articles (spec section 2). */
export function loader() {
  return redirect('/articles');
}
