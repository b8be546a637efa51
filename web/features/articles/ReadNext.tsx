import { compact } from '../../lib/text/lists.ts';
import { Section } from '../../ui/Section.tsx';
import { ArticleList } from '../cards/articles/ArticleList.tsx';
import { nextArticles } from './nextArticles.ts';
import { useReadNextSuspenseQuery } from './ReadNext.generated.ts';

const MAX_ARTICLES = 3;

/** Renders recommended articles; renders nothing if there are none or the query fails. */
export const ReadNext = ({ slug }: { slug: string }) => {
  const { data } = useReadNextSuspenseQuery({ variables: { slug } });
  const article = data?.article;
  if (!article) return null;
  const byTopic = compact(article.topics).map(({ articles }) => compact(articles?.nodes));
  const next = nextArticles(article.id, byTopic, compact(data.articles?.nodes), MAX_ARTICLES);
  if (next.length === 0) return null;
  return (
    <Section title="Read next" more={{ to: '/articles', label: 'All articles' }}>
      <ArticleList articles={next} />
    </Section>
  );
};
