import { Link, useLoaderData, useParams } from 'react-router';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { useOrigin } from '../../routing/originContext.ts';
import { accented } from '../../ui/accent.ts';
import { addressWithin } from '../../ui/addresses.ts';
import { counted } from '../../ui/counted.ts';
import { Duration } from '../../ui/Duration.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Opening } from '../../ui/Opening.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Plain } from '../../ui/Plain.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { cardOf } from '../film/cardOf.ts';
import type { Arrival } from '../film/neighbours.ts';
import { WatchedCount } from '../library/WatchedCount.tsx';
import { listThing } from '../structuredData/list.ts';
import { trailThing } from '../structuredData/trail.ts';
import { CollectionPageDocument, useCollectionPageSuspenseQuery } from './CollectionPage.generated.ts';
import styles from './CollectionPage.module.css';
import { CollectionStep } from './CollectionStep.tsx';

/** What the press of a link tells the film's page. */
const PLAYING: Arrival = { plays: true };

/** Warms the collection's query; 404 when there is no such collection. */
export const loader = loadPage(
  CollectionPageDocument,
  ({ params }) => ({ slug: params.slug ?? '' }),
  ({ collection }) => collection,
);

/** A collection: films in an order that makes an argument, one step below the other. */
export const Component = () => {
  const { slug = '' } = useParams();
  const origin = useOrigin();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useCollectionPageSuspenseQuery({ variables: { slug } });
  const collection = data?.collection;
  if (!collection) return null;
  const { title, description } = collection;
  const films = present(collection.films.nodes);
  const place = films.findIndex(({ video }) => video?.status === 'READY');
  const first = films[place];
  const seconds = films.reduce((sum, { video }) => sum + (video?.duration ?? 0), 0);
  return (
    <div {...accented(films[0]?.accent)}>
      <PageHead
        title={title}
        description={description}
        picture={cardOf(films)}
        things={[
          listThing(origin, { subject: 'Collection', slug, title, description, films }),
          trailThing(origin, 'Collection', slug, title),
        ]}
      />
      <Opening
        kind="Collection"
        title={title}
        aside={
          first && (
            <p className={styles.start}>
              <Link to={addressWithin(first.slug, slug)} state={PLAYING} viewTransition>
                Play from the start
              </Link>
              <span>
                {counted(films.length, 'film')}, <Duration seconds={seconds} />
                <WatchedCount ids={films.map(({ id }) => id)} />
              </span>
              {place > 0 && (
                <span>
                  It begins with {place + 1}, “{first.title}”: {place > 1 && `1 ${place > 2 ? 'to' : 'and'} `}
                  {place} cannot be played yet.
                </span>
              )}
            </p>
          )
        }
      >
        {description && <p>{description}</p>}
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {films.length === 0 ? (
          <Empty>
            <p>The argument is made; its films are still being drawn.</p>
          </Empty>
        ) : (
          <ol className={styles.steps}>
            {films.map((film, at) => (
              <li key={film.id}>
                <CollectionStep film={film} place={at + 1} collection={slug} />
              </li>
            ))}
          </ol>
        )}
      </Plain>
    </div>
  );
};
