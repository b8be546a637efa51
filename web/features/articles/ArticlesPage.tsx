import { Link, type LoaderFunctionArgs, replace, useLoaderData, useSearchParams } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { loadPageQuery, type PageErrors } from '../../data/pageLoader.ts';
import { type LoadedEntries, loadEntries } from '../../data/pagination.ts';
import { type QueryClient, queryClientRouterContext, useQueryClient } from '../../data/queryClient.ts';
import { compact } from '../../lib/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ArticleList } from '../cards/articles/ArticleList.tsx';
import {
  ArticlesPageDocument,
  type ArticlesPageQuery,
  useArticlesPageSuspenseQuery,
} from './ArticlesPage.generated.ts';
import {
  articleListHref,
  canonicalArticleListHref,
  MAX_PAGES,
  PAGE_SIZE,
  parseArticlePages,
} from './articleListState.ts';

/** The variables of the first page, to which the cache appends the other pages. */
const VARIABLES = { first: PAGE_SIZE, after: null };

/** Redirects to the canonical URL, and loads the pages of articles in it. */
export const loader = async (args: LoaderFunctionArgs): Promise<PageErrors> => {
  const { searchParams } = new URL(args.request.url);
  const canonical = canonicalArticleListHref(searchParams);
  if (canonical) throw replace(canonical);
  const { data, errors } = await loadPageQuery(
    args,
    ArticlesPageDocument,
    VARIABLES,
    ({ articles }) => articles,
  );
  const queryClient = args.context.get(queryClientRouterContext);
  const pages = parseArticlePages(searchParams);
  const further =
    data.articles && (await loadArticlePages(queryClient, data.articles, pages, args.request.signal));
  return { errors: [...errors, ...(further?.errors ?? [])] };
};

/** Loads further pages of articles. */
const loadArticlePages = (
  queryClient: QueryClient,
  articles: NonNullable<ArticlesPageQuery['articles']>,
  pages: number,
  signal?: AbortSignal,
): Promise<LoadedEntries> =>
  loadEntries(
    articles,
    pages * PAGE_SIZE,
    (after) => queryClient.send(ArticlesPageDocument, { ...VARIABLES, after }, signal),
    (next) => next.articles,
    (longer) => queryClient.update(ArticlesPageDocument, VARIABLES, () => ({ articles: longer })),
  );

/** Renders the list of all articles, newest first. */
const ArticlesPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const [searchParams] = useSearchParams();
  const queryClient = useQueryClient();
  const { data } = useArticlesPageSuspenseQuery({ variables: VARIABLES });
  const pages = parseArticlePages(searchParams);
  const loaded = data?.articles;
  const nodes = loaded?.nodes?.slice(0, pages * PAGE_SIZE);
  const articles = compact(nodes);
  return (
    <>
      <PageHead
        title="Articles"
        description="What the films show, worked out: with the formulas, the programs, and the papers they come from."
        isUnlisted={pages > 1}
      />
      <PageHeader title="Articles">
        <p>
          What the films show, worked out: with the formulas, the programs, and the papers they come from.
        </p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {articles.length === 0 ? (
          <EmptyState>
            <p>The first article is still at the printer’s.</p>
          </EmptyState>
        ) : (
          <ArticleList articles={articles} isFirstLarge headingLevel={2} />
        )}
        <LoadMore
          pages={pages}
          maxPages={MAX_PAGES}
          hrefOf={articleListHref}
          hasMore={loaded != null && (loaded.pageInfo.hasNextPage || loaded.nodes.length > pages * PAGE_SIZE)}
          itemCount={articles.length}
          loadPages={async (longer) =>
            loaded != null && (await loadArticlePages(queryClient, loaded, longer)).isComplete
          }
          note={loaded && `${nodes?.length} of ${loaded.totalCount}.`}
          limitNote={<Link to="/search?type=article">Search for the rest</Link>}
        >
          Load more articles
        </LoadMore>
      </Container>
    </>
  );
};

export { ArticlesPage as Component };
