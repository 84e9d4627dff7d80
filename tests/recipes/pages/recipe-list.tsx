import { permalinkOf } from '#app/items/content/permalink.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Recipe } from '../recipe.ts';
import { order, recipes } from '../recipe-collection.server.ts';

type Args = Parameters<typeof readContext>[0] & { url: URL };

export const handle: RouteHandle = { section: 'recipes', page: RecipeList };

export default RecipeList;

/** Recipes newest first, ten per page. */
export async function loader(args: Args) {
  const { read } = readContext(args);
  return loadListPage<Recipe>(new URL(args.url), order, (request) => recipes.store.list(read, request));
}

function RecipeList({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { items, pager } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="recipes" tabIndex={-1}>
      <ListHead name="Recipes" about="Recipes of the town hall" path="/recipes" page={pager.page} />
      <header className="page-head">
        <h1>Recipes</h1>
      </header>
      <ul>
        {items.map((recipe) => (
          <li key={recipe.id}>
            <a href={permalinkOf('recipes', recipe)}>{recipe.title}</a>
          </li>
        ))}
      </ul>
      <Pager {...pager} />
    </main>
  );
}
