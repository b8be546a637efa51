import { useLoaderData } from 'react-router';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Opening } from '../../ui/Opening.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Plain } from '../../ui/Plain.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { ArticleList } from './ArticleList.tsx';
import { ArticlesPageDocument, useArticlesPageSuspenseQuery } from './ArticlesPage.generated.ts';

/** Warms the list of articles. */
export const loader = loadPage(
  ArticlesPageDocument,
  () => ({}),
  ({ articles }) => articles,
);

/** All articles, the newest first. */
export const Component = () => {
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useArticlesPageSuspenseQuery({});
  const articles = present(data?.articles?.nodes);
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
      </Plain>
    </>
  );
};
