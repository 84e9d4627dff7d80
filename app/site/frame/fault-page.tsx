import { messages } from '#app/platform/messages.ts';
import { Mark } from '#app/platform/ui/icon.tsx';

/** The 404 page (spec section 8), for unknown addresses and missing items. */
export function NotFoundPage() {
  return <FaultPage code={messages.notFoundCode} text={messages.notFound} />;
}

type FaultPageProps = {
  code: string;
  text: string;
  reference?: string | undefined;
  stack?: string | undefined;
};

/**
 * The page for a failed request: the status, a message and what to do next. The `reference` is also in the log.
 * A `stack` is only given under `npm run dev`.
 */
export function FaultPage({ code, text, reference, stack }: FaultPageProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <div className="empty">
        <Mark />
        <h1 className="code">{code}</h1>
        <p className="teaser__deck">{text}</p>
        {reference ? (
          <p className="muted small">
            If you contact us about this, mention the reference <code>{reference}</code>.
          </p>
        ) : null}
        <p className="mt">
          <a className="button button--primary" href="/articles">
            {messages.goHome}
          </a>
        </p>
      </div>
      {stack ? <pre>{stack}</pre> : null}
    </main>
  );
}

const sentences: Record<number, string> = {
  400: 'The server could not read this request.',
  403: 'This request did not come from this site, so nothing was changed. Please go back and try again.',
  405: 'This address does not accept that kind of request.',
  409: 'Someone else changed this in the meantime.',
  413: 'That is more than the server accepts at once. Nothing was saved.',
  414: 'This address is too long.',
  415: 'The server can’t read this kind of content.',
  429: 'Too many attempts. Please wait a moment.',
  503: messages.databaseMissing,
  507: 'This site’s disk is full. Nothing was saved.',
};

/** The message for a status; a plain apology for anything unexpected. */
export function sentenceOf(status: number): string {
  return sentences[status] ?? 'Something went wrong on our side. Please try again later.';
}
