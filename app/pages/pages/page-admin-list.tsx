import type { KeyboardEvent } from 'react';
import { Form, Link } from 'react-router';
import { ContentTable } from '#app/desk/list/content-table.tsx';
import { loadContentTable, removeContent } from '#app/desk/list/load-content-table.server.ts';
import { pages } from '#app/pages/page-collection.server.ts';
import { listOrdered, type OrderedPage } from '#app/pages/page-order.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import orderStyles from '#app/platform/ui/styles/newsletter-admin.css?url';
import type { Route } from './+types/page-admin-list';

/** `/admin/pages`: the list of every collection, below the order of the menu and the footer. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  return { table: await loadContentTable(args, pages), ordered: await listOrdered(read) };
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, pages);
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: orderStyles }];

export default function PageAdminList({ loaderData: { table, ordered } }: Route.ComponentProps) {
  const isWhole = table.q === '' && table.filters[0]?.isCurrent;
  return (
    <ContentTable
      {...table}
      above={
        isWhole && ordered.length > 0 ? (
          <div id="order" className="stack-lg">
            <MenuOrder
              id="menu"
              heading="Menu"
              about="At the top of every page, after the sections. Two or three are plenty."
              pages={ordered.filter(({ menu }) => menu === 'menu')}
            />
            <MenuOrder
              id="footer"
              heading="Footer"
              about="At the bottom of every page, after the site’s own links."
              pages={ordered.filter(({ menu }) => menu === 'footer')}
            />
          </div>
        ) : null
      }
    />
  );
}

type MenuOrderProps = { id: string; heading: string; about: string; pages: OrderedPage[] };

function MenuOrder({ id, heading, about, pages: list }: MenuOrderProps) {
  if (list.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <p className="small muted mb">{about} Use the buttons, or the arrow keys while one has the focus.</p>
      <ol className="order">
        {list.map((page, place) => (
          <li key={page.id}>
            <div>
              <h3>
                <Link className="plain" to={`/admin/pages/${page.id}`}>
                  {page.title}
                </Link>
              </h3>
              <p className="meta">{page.address}</p>
            </div>
            <Form
              method="post"
              action={`/admin/pages/${page.id}/move`}
              className="rowlinks"
              preventScrollReset
              onKeyDown={pressArrow}
            >
              <MoveButton to="up" title={page.title} isOff={place === 0} />
              <MoveButton to="down" title={page.title} isOff={place === list.length - 1} />
            </Form>
          </li>
        ))}
      </ol>
    </section>
  );
}

type MoveButtonProps = { to: 'up' | 'down'; title: string; isOff: boolean };

/** At the end of the list it keeps the focus, and changes nothing. */
function MoveButton({ to, title, isOff }: MoveButtonProps) {
  return (
    <button
      type="submit"
      className="button button--small iconbutton"
      name="to"
      value={to}
      aria-disabled={isOff || undefined}
    >
      <Icon name={to} />
      <span className="vh">
        Move {to}: {title}
      </span>
    </button>
  );
}

/** The arrow keys press the buttons of the row that has the focus. */
function pressArrow(event: KeyboardEvent<HTMLFormElement>): void {
  const to = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
  const button = event.currentTarget.querySelector<HTMLButtonElement>(`button[value="${to}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}
