import { Icon, type IconName } from '#app/platform/ui/icon.tsx';
import script from './share-actions.js?url';

/**
 * Ways to share an article. Email is a plain link; the buttons need the small script of article pages, and their space
 * is reserved before it arrives, so that nothing moves. Without JavaScript they are hidden.
 */
export function ShareRow({ title, url }: { title: string; url: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <>
      <div className="share" role="group" aria-label="Share">
        <a href={mail}>
          <Icon name="mail" />
          Email
        </a>
        <ShareButton action="copy" icon="link" label="Copy link" />
        <ShareButton action="print" icon="print" label="Print" />
        <ShareButton action="share" icon="share" label="Share" />
      </div>
      <script src={script} defer />
    </>
  );
}

/** Changes of its label are announced. */
function ShareButton({ action, icon, label }: { action: string; icon: IconName; label: string }) {
  return (
    <button type="button" className="needs-script" value={action}>
      <Icon name={icon} />
      <span aria-live="polite">{label}</span>
    </button>
  );
}
