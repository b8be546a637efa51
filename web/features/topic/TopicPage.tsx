import { useLoaderData, useParams } from 'react-router';
import { later } from '../../routing/later.tsx';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { useOrigin } from '../../routing/originContext.ts';
import { accented } from '../../ui/accent.ts';
import { Band } from '../../ui/Band.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Opening } from '../../ui/Opening.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Plain } from '../../ui/Plain.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { cardOf } from '../film/cardOf.ts';
import { partToCome } from '../film/readiness.ts';
import { listThing } from '../structuredData/list.ts';
import { trailThing } from '../structuredData/trail.ts';
import { neighboursOf } from './neighbours.ts';
import { TopicPageDocument, useTopicPageSuspenseQuery } from './TopicPage.generated.ts';

// What lies under the films is taken over after them.
const FilmGrid = later(() => import('../film/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ArticleList = later(() => import('../article/ArticleList.tsx').then(({ ArticleList }) => ArticleList));
const TopicLine = later(() => import('./TopicLine.tsx').then(({ TopicLine }) => TopicLine));

/** Warms the topic's query; 404 when there is no such topic. */
export const loader = loadPage(
  TopicPageDocument,
  ({ params }) => ({ slug: params.slug ?? '' }),
  ({ topic }) => topic,
);

/** All that shares a subject. */
export const Component = () => {
  const { slug = '' } = useParams();
  const origin = useOrigin();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useTopicPageSuspenseQuery({ variables: { slug } });
  const topic = data?.topic;
  if (!topic) return null;
  const { title, description } = topic;
  const films = present(topic.films.nodes);
  const { shown, toCome } = partToCome(films);
  const articles = present(topic.articles.nodes);
  const neighbours = neighboursOf(topic.id, [...films, ...articles]);
  return (
    <div {...accented(films[0]?.accent)}>
      <PageHead
        title={title}
        description={description}
        picture={cardOf(films)}
        things={[
          listThing(origin, { subject: 'Topic', slug, title, description, films }),
          trailThing(origin, 'Topic', slug, title),
        ]}
      />
      <Opening kind="Topic" title={title}>
        {description && <p>{description}</p>}
      </Opening>
      <ProblemNote problems={problems} />
      {shown.length + toCome.length + articles.length === 0 ? (
        <Plain>
          <Empty>
            <p>Nothing has been published about this yet.</p>
          </Empty>
        </Plain>
      ) : (
        <>
          {shown.length > 0 && (
            <Plain>
              <FilmGrid films={shown} level={2} rhythm={shown.length > 2 ? 'even' : 'breathing'} />
            </Plain>
          )}
          {articles.length > 0 && (
            <Band title="To read">
              <ArticleList articles={articles} />
            </Band>
          )}
          {toCome.length > 0 && (
            <Band title="Still to come">
              <FilmGrid films={toCome} />
            </Band>
          )}
        </>
      )}
      {neighbours.length > 0 && (
        <Band title="Next to it" more={{ to: '/topics', words: 'All topics' }}>
          <TopicLine topics={neighbours} />
        </Band>
      )}
    </div>
  );
};
