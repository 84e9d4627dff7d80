import { Form, Link } from 'react-router';
import { kindWords, MOST_CHARACTERS, noticeKinds } from '#app/town/notices/notice.ts';
import type { EndChoice } from '../notice-times.ts';

export type NoticeBoxFacts = { ends: EndChoice[]; current: number; emailHint: string };

/** Puts up a notice in a few seconds: on the Overview. With JavaScript or without, what is wrong is shown on its form. */
export function NoticeBox({ ends, current, emailHint }: NoticeBoxFacts) {
  return (
    <section className="panel" aria-labelledby="notice-box">
      <div className="cluster between">
        <h2 id="notice-box">Put up a notice</h2>
        <Link className="small" to="/admin/notices">
          {current === 0 ? 'Notices' : `${current} ${current === 1 ? 'is' : 'are'} up now`}
        </Link>
      </div>
      <Form method="post" action="/admin/notices/add">
        <div className="field">
          <label htmlFor="text">Notice</label>
          <span className="hint" id="text-hint">
            {`On every page within a second. Up to ${MOST_CHARACTERS} characters.`}
          </span>
          <textarea className="input" id="text" name="text" rows={2} required aria-describedby="text-hint" />
        </div>
        <div className="noticebox">
          <div className="field">
            <label htmlFor="kind">Kind</label>
            <select className="input" id="kind" name="kind" defaultValue="warning">
              {noticeKinds.map((kind) => (
                <option value={kind} key={kind}>
                  {kindWords[kind].label}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor="ends">Ends</label>
            <select className="input" id="ends" name="ends" defaultValue="tonight">
              {ends.map(({ value, label, time }) => (
                <option value={value} key={value}>
                  {`${label}, ${time}`}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" className="button">
            Put up
          </button>
        </div>
        <details className="fold">
          <summary>Link and email</summary>
          <div className="fold__body">
            <div className="field">
              <label htmlFor="link">
                Link <span className="optional">(optional)</span>
              </label>
              <input className="input" id="link" name="link" type="url" />
            </div>
            <label className="check mt">
              <input type="checkbox" name="email" value="true" />
              <span>
                Also email it now<span className="hint">{emailHint}</span>
              </span>
            </label>
          </div>
        </details>
      </Form>
    </section>
  );
}
