import { useSite } from '#app/platform/ui/site-facts.ts';
import { SignUpForm } from './sign-up-form.tsx';

/** The form below an article. `name` is the newsletter's. Every byte counts: articles must arrive in one round trip. */
export function NewsletterPanel({ name }: { name: string }) {
  if (useSite().isReadOnly) return null;
  return (
    <section className="more">
      <h2>Get the news by email</h2>
      <SignUpForm name={name} isShort />
    </section>
  );
}
