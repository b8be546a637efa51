import { useState } from 'react';
import { useLoaderData, useLocation, useSearchParams } from 'react-router';
import { hasVideoServiceFailed } from '../../data/dataErrors.ts';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { languageOf, momentQuery, timeOfLink } from '../../lib/filmMoment.ts';
import { pathOf, usePageSlug } from '../../lib/paths.ts';
import { VideoServiceFailureContext } from '../../lib/playable.ts';
import { PUBLICATION } from '../../lib/publication.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { createPlayhead } from '../player/state/playhead.ts';
import { VideoPlayer } from '../player/VideoPlayer.tsx';
import { EmbedPageDocument, useEmbedPageSuspenseQuery } from './EmbedPage.generated.ts';
import styles from './EmbedPage.module.css';
import { useEncodingPoll } from './useEncodingPoll.ts';

/** Loads the film. The status is 404 if there is no such film. */
export const loader = createPageLoader(EmbedPageDocument, slugParam, ({ film }) => film);

/** Renders the player of a film for iframes on other sites, with a link to the film page. */
const EmbedPage = () => {
  const slug = usePageSlug();
  const [searchParams] = useSearchParams();
  const { hash } = useLocation();
  const origin = useOrigin();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useEmbedPageSuspenseQuery({ variables: { slug } });
  const [playhead] = useState(createPlayhead);
  const film = data?.film;
  useEncodingPoll(film?.id ?? '', film?.video?.status === 'PREPARING');
  if (!film) return null;
  return (
    <main {...accentProps(film.accent)} className={styles.embed}>
      <PageHead title={film.title} isUnlisted />
      <h1 className={styles.title}>
        <a
          href={`${origin}${pathOf('Film', film.slug)}${momentQuery({ language: languageOf(searchParams) })}`}
          target="_blank"
          rel="noopener"
        >
          {film.title} <span>{PUBLICATION.name}</span>
        </a>
      </h1>
      <div className={styles.player}>
        <VideoServiceFailureContext value={hasVideoServiceFailed(errors)}>
          <VideoPlayer
            film={film}
            playhead={playhead}
            startSeconds={timeOfLink({ search: searchParams, hash })}
            isPrimary
            sizes="100vw"
          />
        </VideoServiceFailureContext>
      </div>
    </main>
  );
};

export { EmbedPage as Component };
