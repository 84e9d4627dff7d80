import { type EventFilter, eventsPathOf, type Span, spans } from '#app/events/event-filter.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';

type FiltersProps = {
  filter: EventFilter;
  /** The month that is shown; undefined for the list. */
  month: string | undefined;
  thisMonth: string;
};

/** Ranges of days, and the month view, as links that keep place and category. */
export function EventFilters({ filter, month, thisMonth }: FiltersProps) {
  const { when, ...others } = filter;
  const rest = useKept(others);
  const current = (isCurrent: boolean) => (isCurrent ? 'page' : undefined);
  return (
    <nav className="filters" aria-label="Which events">
      <ul>
        <li>
          <a href={eventsPathOf(rest)} aria-current={current(!when && !month)}>
            All
          </a>
        </li>
        {Object.entries(spans).map(([span, label]) => (
          <li key={span}>
            <a
              href={eventsPathOf({ ...rest, when: span as Span })}
              aria-current={current(when === span && !month)}
            >
              {label}
            </a>
          </li>
        ))}
        <li>
          <a href={eventsPathOf(rest, month ?? thisMonth)} aria-current={current(Boolean(month))}>
            Calendar
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** What links keep of a filter: nothing where each combination would be a file. */
function useKept(filter: EventFilter): EventFilter {
  return useSite().isStatic ? {} : filter;
}

/** The number of choices that fit next to the list. */
const MOST_CHOICES = 4;

type ChoicesProps = { filter: EventFilter; choices: Record<'places' | 'categories', string[]> };

/** Categories and places of upcoming events, as links that add or remove a filter. */
export function EventChoices({ filter, choices }: ChoicesProps) {
  return (
    <>
      <Choice title="By category" name="category" words={choices.categories} filter={filter} />
      <Choice title="By place" name="place" words={choices.places} filter={filter} />
    </>
  );
}

type ChoiceProps = { title: string; name: 'category' | 'place'; words: string[]; filter: EventFilter };

function Choice({ title, name, words, filter }: ChoiceProps) {
  const { [name]: chosen, ...others } = filter;
  const rest = useKept(others);
  const shown = [...new Set([...(chosen ? [chosen] : []), ...words.slice(0, MOST_CHOICES)])];
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="small choices">
        {shown.map((word) => (
          <li key={word}>
            <a
              href={eventsPathOf(word === chosen ? rest : { ...rest, [name]: word })}
              aria-current={word === chosen ? 'true' : undefined}
            >
              {word}
              {word === chosen ? ' (show all)' : ''}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
