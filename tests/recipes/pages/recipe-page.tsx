import type { FacetContext } from '#app/items/collection/facets.ts';
import { permalinkOf, requireCurrentSlug, requireItem } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { readContext } from '#app/people/request/context.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Recipe } from '../recipe.ts';
import { findRecipe } from '../recipe-collection.server.ts';

type Args = Parameters<typeof readContext>[0] & { params: { id?: string; slug?: string } };

export const handle: RouteHandle = { section: 'recipes', page: RecipePage };

export default RecipePage;

export async function loader(args: Args) {
  const { id = '', slug } = args.params;
  const { read, town } = readContext(args);
  const recipe = await requireItem(findRecipe, read, id);
  requireCurrentSlug('recipes', recipe, slug);
  return showRecipe(recipe, { town });
}

/** What the page of a recipe shows. */
export function showRecipe(recipe: Recipe, { town }: Pick<FacetContext, 'town'>) {
  const description = sanitize(recipe.description);
  const clock = { timeZone: town.timeZone, locale: town.locale };
  return { recipe: { ...recipe, description }, deck: extractTeaser(description).deck, clock };
}

function RecipePage({ loaderData }: { loaderData: ReturnType<typeof showRecipe> }) {
  const { recipe, deck, clock } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="recipes" tabIndex={-1}>
      <PageHead title={recipe.title} description={deck} path={permalinkOf('recipes', recipe)} />
      <ItemJsonLd collection="recipes" facts={{ recipe }} />
      <article className="reading">
        <header className="page-head">
          <h1>{recipe.title}</h1>
          <p>
            <DateText at={recipe.pubDate} clock={clock} />
          </p>
        </header>
        <Prose html={recipe.description} />
      </article>
    </main>
  );
}
