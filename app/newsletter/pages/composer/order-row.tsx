import { Icon, type IconName } from '#app/platform/ui/icon.tsx';
import { type Move, moved, type Order, type ShownPart } from './order.ts';

type Press = (move: Move) => void;

type RowProps = {
  part: ShownPart;
  order: Order;
  /** Its index among the items of the issue; -1 if it is left out. */
  at: number;
  /** The address of the form: without JavaScript, the page is opened at this item again. */
  address: string;
  onPress: Press;
};

/** An item of an issue with its buttons. Each is a form post without JavaScript. */
export function OrderRow({ part, order, at, address, onPress }: RowProps) {
  const { key, kind, when } = part;
  const isOut = at < 0;
  const isLead = at === 0;
  const title = titleOf(part, order);
  const shared = { of: key, title, address: `${address}#${rowId(key)}`, onPress };
  return (
    <li
      id={rowId(key)}
      data-key={key}
      data-at={isOut ? undefined : at}
      tabIndex={-1}
      className={isLead ? 'is-lead' : isOut ? 'is-out' : undefined}
    >
      {isOut ? null : <span className="grip needs-script" data-grip={key} aria-hidden="true" />}
      <div>
        <p className="meta">
          <span>{kind}</span>
          {when ? <span>{when}</span> : null}
          {isLead ? (
            <span>
              <strong>Feature</strong>
            </span>
          ) : null}
          {isOut ? <span>Left out</span> : null}
        </p>
        <h3>{title}</h3>
      </div>
      {isOut ? (
        <div className="rowlinks">
          <MoveButton what="add" label="Add back" {...shared} />
        </div>
      ) : (
        <div className="rowlinks">
          {(['up', 'down'] as const).map((what) => (
            <ArrowButton
              what={what}
              isOff={moved(order, { do: what, key }) === order}
              key={what}
              {...shared}
            />
          ))}
          {isLead ? null : <MoveButton what="feature" label="Feature" {...shared} />}
          <MoveButton what="leave" label="Leave out" {...shared} />
        </div>
      )}
      {isOut ? null : <Events part={part} order={order} address={shared.address} onPress={onPress} />}
    </li>
  );
}

/** The id of the row of an item, for links to it. */
export function rowId(key: string): string {
  return `item-${key.replace('/', '-').replace('*', 'all')}`;
}

/** The title with how many events are left in. */
export function titleOf({ title, events, more }: ShownPart, { out }: Order): string {
  if (events.length === 0) return title;
  const count = events.filter(({ key }) => !out.includes(key)).length + more;
  return `${title}: ${count === 1 ? '1 event' : `${count} events`}`;
}

type ButtonProps = { of: string; title: string; address: string; onPress: Press };

/** Decides at once in the browser; the form is not submitted. */
function pressed(onPress: Press, move: Move) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onPress(move);
  };
}

type What = 'up' | 'down' | 'feature' | 'leave' | 'add';

function MoveButton({
  what,
  label,
  of,
  title,
  address,
  onPress,
}: ButtonProps & { what: What; label: string }) {
  return (
    <button
      type="submit"
      className="button button--small"
      name="do"
      value={`${what} ${of}`}
      formAction={address}
      onClick={pressed(onPress, { do: what, key: of })}
    >
      {label}
      <span className="vh">: {title}</span>
    </button>
  );
}

const arrows: Record<'up' | 'down', { icon: IconName; words: string }> = {
  up: { icon: 'up', words: 'Move up' },
  down: { icon: 'down', words: 'Move down' },
};

type ArrowProps = ButtonProps & { what: 'up' | 'down'; isOff: boolean };

function ArrowButton({ what, isOff, of, title, address, onPress }: ArrowProps) {
  const { icon, words } = arrows[what];
  return (
    <button
      type="submit"
      className="button button--small iconbutton"
      name="do"
      value={`${what} ${of}`}
      formAction={address}
      disabled={isOff}
      onClick={pressed(onPress, { do: what, key: of })}
    >
      <Icon name={icon} />
      <span className="vh">
        {words}: {title}
      </span>
    </button>
  );
}

type EventsProps = { part: ShownPart; order: Order; address: string; onPress: Press };

function Events({ part: { events }, order: { out }, address, onPress }: EventsProps) {
  if (events.length === 0) return null;
  return (
    <details className="fold" open={events.some(({ key }) => out.includes(key)) || undefined}>
      <summary>Choose events</summary>
      <ul className="fold__body picks">
        {events.map(({ key, title, when }) => {
          const isOut = out.includes(key);
          return (
            <li key={key} id={rowId(key)} data-key={key} className={isOut ? 'is-out' : undefined}>
              <div>
                <p className="meta">
                  <span>{when}</span>
                  {isOut ? <span>Left out</span> : null}
                </p>
                <p>{title}</p>
              </div>
              <MoveButton
                what={isOut ? 'add' : 'leave'}
                label={isOut ? 'Add back' : 'Leave out'}
                of={key}
                title={title}
                address={address}
                onPress={onPress}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
