import { Band } from '../../components/Section.tsx';
import { compact } from '../../components/text/lists.ts';
import { ArticleList } from './cards/ArticleList.tsx';
import { nextReading } from './nextReading.ts';
import { useReadNextSuspenseQuery } from './ReadNext.generated.ts';

const COUNT = 3;

/** What to read after an article; nothing when that cannot be had. */
export const ReadNext = ({ slug }: { slug: string }) => {
  const { data } = useReadNextSuspenseQuery({ variables: { slug } });
  const read = data?.article;
  if (!read) return null;
  const byTopic = read.topics.map(({ articles }) => compact(articles.nodes));
  const next = nextReading(read.id, byTopic, compact(data.articles?.nodes), COUNT);
  if (next.length === 0) return null;
  return (
    <Band title="Read next" more={{ to: '/articles', words: 'All articles' }}>
      <ArticleList articles={next} />
    </Band>
  );
};
