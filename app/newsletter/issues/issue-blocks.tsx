import { PAGE_WIDTH, Picture } from '#app/platform/ui/responsive-picture.tsx';
import type { Block, EditionPicture, EventDay } from './edition.ts';

type Story = Extract<Block, { kind: 'lead' | 'story' }>;
type Section = Exclude<Block, Story>;

/** The content of an issue on a page, in its order: lists of stories, and sections between them. */
export function IssueBlocks({ blocks }: { blocks: Block[] }) {
  return groupsOf(blocks).map((group, index) => {
    const [first] = group;
    // The groups of an issue never change their order.
    const key = `${index} ${first?.kind}`;
    if (first === undefined) return null;
    return isStory(first) ? (
      <Stories key={key} stories={group.filter(isStory)} />
    ) : (
      <div key={key} className="aside mt-lg">
        {group.filter(isSection).map((block) => (
          <SectionOf key={block.kind === 'events' ? 'events' : `${block.kind} ${block.id}`} block={block} />
        ))}
      </div>
    );
  });
}

function isStory(block: Block): block is Story {
  return block.kind === 'lead' || block.kind === 'story';
}

function isSection(block: Block): block is Section {
  return !isStory(block);
}

/** Neighboring stories, and neighboring sections. */
function groupsOf(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.[0] && isStory(last[0]) === isStory(block)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function Stories({ stories }: { stories: Story[] }) {
  return (
    <ol className="river">
      {stories.map((story) => (
        <li
          key={`${story.collection} ${story.id}`}
          data-section={story.collection === 'minutes' ? 'events' : story.collection}
        >
          <StoryCard story={story} />
        </li>
      ))}
    </ol>
  );
}

function StoryCard({ story }: { story: Story }) {
  const { kind, picture, path, title, deck, date, source } = story;
  const isLead = kind === 'lead';
  return (
    <article className={isLead ? 'teaser teaser--lead' : 'teaser'}>
      {isLead && picture ? <LeadPicture picture={picture} /> : null}
      <h2>
        <a className="plain" href={path}>
          {title}
        </a>
      </h2>
      {deck ? <p className="teaser__deck">{deck}</p> : null}
      <p className="meta">
        <span>{date}</span>
        {source ? <span>{source}</span> : null}
      </p>
    </article>
  );
}

function LeadPicture({ picture }: { picture: EditionPicture }) {
  const { id, address, width, height, alt, credit } = picture;
  if (id === '') return <img src={address} width={width} height={height} alt={alt} />;
  return (
    <>
      <Picture picture={picture} sizes={`(min-width: 46em) 42rem, ${PAGE_WIDTH}`} eager />
      {credit ? <p className="small muted">{credit}</p> : null}
    </>
  );
}

function SectionOf({ block }: { block: Section }) {
  switch (block.kind) {
    case 'events':
      return <Events {...block} />;
    case 'poll':
      return <Poll {...block} />;
    default:
      return <Corrections {...block} />;
  }
}

function Events({ title, days, more, path }: Extract<Block, { kind: 'events' }>) {
  return (
    <section data-section="events">
      <h2>{title}</h2>
      {days.map((day) => (
        <Day key={day.day} {...day} />
      ))}
      {more > 0 ? (
        <p className="small mt">
          <a href={path}>
            {more} more {more === 1 ? 'event' : 'events'}
          </a>
        </p>
      ) : null}
    </section>
  );
}

function Day({ weekday, date, events }: EventDay) {
  return (
    <>
      <h3 className="issue-day">
        {weekday}, {date}
      </h3>
      <ul className="agate">
        {events.map(({ id, path, title, status, time, place, note, source }) => (
          <li key={id}>
            {status ? (
              <>
                <span className={`badge ${/^Cancell?ed$/.test(status) ? 'is-danger' : 'is-warning'}`}>
                  {status}
                </span>{' '}
              </>
            ) : null}
            <a className="plain" href={path}>
              {title}
            </a>
            <br />
            <span className="muted small">
              {[time, place].filter(Boolean).join(', ')}
              {note ? `. ${note}` : ''}
              {source ? ` From ${source}.` : ''}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Poll({ title, isOpen, time, results, turnout, path }: Extract<Block, { kind: 'poll' }>) {
  return (
    <section data-section="polls">
      <h2>{results.length > 0 ? 'Poll result' : 'One question'}</h2>
      <h3>{title}</h3>
      <p className="small muted mb">{time}</p>
      {results.length > 0 ? (
        <table className="mb">
          <caption>{turnout}</caption>
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">Share</th>
              <th scope="col">Votes</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ text, share, votes }) => (
              <tr key={text}>
                <th scope="row">{text}</th>
                <td>{share}</td>
                <td>{votes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <a className="button" href={path}>
        {isOpen ? 'Vote' : 'See the poll'}
      </a>
    </section>
  );
}

function Corrections({ title, path, corrections }: Extract<Block, { kind: 'correction' }>) {
  return (
    <section>
      <h2>{corrections.length > 1 ? 'Corrections' : 'Correction'}</h2>
      <p>
        <a href={path}>{title}</a>
      </p>
      {corrections.map(({ at, text }) => (
        <p key={`${at} ${text}`} className="small">
          {text}
        </p>
      ))}
    </section>
  );
}
