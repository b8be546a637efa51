import { useLoaderData, useSearchParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { compact } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { ArticlesPageDocument, useArticlesPageSuspenseQuery } from './ArticlesPage.generated.ts';
import { ArticleList } from './cards/ArticleList.tsx';

/** The articles in the address: those after a cursor, or the first. */
const pageOf = (address: URLSearchParams) => ({ first: 24, after: address.get('after') });

/** Warms a page of articles. */
export const loader = loadPage(
  ArticlesPageDocument,
  ({ request }) => pageOf(new URL(request.url).searchParams),
  ({ articles }) => articles,
);

/** All articles, the newest first, a page at a time. */
const ArticlesPage = () => {
  const { problems } = useLoaderData<PageFaults>();
  const [address] = useSearchParams();
  const { data, fetchMore } = useArticlesPageSuspenseQuery({ variables: pageOf(address) });
  const page = data?.articles;
  const articles = compact(page?.nodes);
  const loadNext = () =>
    fetchMore({
      variables: { after: page?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { articles: next } }) =>
        before.articles && next
          ? { articles: { ...next, nodes: [...before.articles.nodes, ...next.nodes] } }
          : before,
    });
  return (
    <>
      <PageHead
        title="Articles"
        description="What the films show, worked out: with the formulas, the programs, and the papers they come from."
      />
      <Opening title="Articles">
        <p>
          What the films show, worked out: with the formulas, the programs, and the papers they come from.
        </p>
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {articles.length === 0 ? (
          <Empty>
            <p>The first article is still at the printer’s.</p>
          </Empty>
        ) : (
          <ArticleList articles={articles} leading level={2} />
        )}
        <LoadMore
          to={`?after=${encodeURIComponent(page?.pageInfo.endCursor ?? '')}`}
          hasMore={page?.pageInfo.hasNextPage}
          shown={articles.length}
          onLoad={loadNext}
        >
          Show more articles
        </LoadMore>
      </Plain>
    </>
  );
};

export { ArticlesPage as Component };
