import { useLoaderData, useSearchParams } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { loadPage, type PageErrors } from '../../data/loadPage.ts';
import { appendPage } from '../../data/pagination.ts';
import { useQueries } from '../../data/queries.ts';
import { compact } from '../../lib/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ArticleList } from '../cards/articles/ArticleList.tsx';
import { ArticlesPageDocument, useArticlesPageSuspenseQuery } from './ArticlesPage.generated.ts';

/** Returns the query variables for the cursor in the URL (`?after=`). */
const pageVariables = (searchParams: URLSearchParams) => ({ first: 24, after: searchParams.get('after') });

/** Loads one page of articles. */
export const loader = loadPage(
  ArticlesPageDocument,
  ({ request }) => pageVariables(new URL(request.url).searchParams),
  ({ articles }) => articles,
);

/** Renders the list of all articles, newest first, one page at a time. */
const ArticlesPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const [searchParams] = useSearchParams();
  const queries = useQueries();
  const variables = pageVariables(searchParams);
  const { data } = useArticlesPageSuspenseQuery({ variables });
  const page = data?.articles;
  const articles = compact(page?.nodes);
  const loadNext = async () => {
    const after = page?.pageInfo.endCursor ?? null;
    const { data: next, error } = await queries.send(ArticlesPageDocument, { ...variables, after });
    const nextPage = next?.articles;
    if (nextPage)
      await queries.update(ArticlesPageDocument, variables, ({ articles }) => ({
        articles: articles && appendPage(articles, nextPage),
      }));
    return { error };
  };
  return (
    <>
      <PageHead
        title="Articles"
        description="What the films show, worked out: with the formulas, the programs, and the papers they come from."
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
          <ArticleList articles={articles} isFirstLarge level={2} />
        )}
        <LoadMore
          to={`?after=${encodeURIComponent(page?.pageInfo.endCursor ?? '')}`}
          hasMore={page?.pageInfo.hasNextPage}
          itemCount={articles.length}
          onLoad={loadNext}
        >
          Load more articles
        </LoadMore>
      </Container>
    </>
  );
};

export { ArticlesPage as Component };
