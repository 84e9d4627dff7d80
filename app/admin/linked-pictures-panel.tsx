import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { saveNow } from './form-contents.ts';

type LinkedPicturesProps = {
  count: number;
  /** The page that copies them. */
  address: string;
};

/** Says how many pictures come from other sites. The button saves what was typed as a draft before it leads on. */
export function LinkedPictures({ count, address }: LinkedPicturesProps) {
  const navigate = useNavigate();
  if (count === 0) return null;
  const isOne = count === 1;
  const leave = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (form && saveNow(form, () => void navigate(address))) event.preventDefault();
  };
  return (
    <section className="panel stack mt" aria-labelledby="linked-pictures">
      <h2 id="linked-pictures">Pictures from other sites</h2>
      <p>
        {isOne ? '1 picture is' : `${count} pictures are`} loaded from other sites. Readers’ browsers contact
        those sites.
      </p>
      <p>
        <button type="submit" name="copy" value="pictures" className="button button--small" onClick={leave}>
          Copy to library
        </button>
      </p>
    </section>
  );
}
