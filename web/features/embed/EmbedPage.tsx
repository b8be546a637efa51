import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { loadPage, slugParam } from '../../apollo/loadPage.ts';
import { addressOf } from '../../components/paths.ts';
import { PUBLICATION } from '../../components/publication.ts';
import { accented } from '../../components/text/accent.ts';
import { parseTime } from '../../components/text/timecode.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { createPlayhead } from '../player/state/playhead.ts';
import { Screen } from '../player/VideoPlayer.tsx';
import { EmbedPageDocument, useEmbedPageSuspenseQuery } from './EmbedPage.generated.ts';
import styles from './EmbedPage.module.css';

/** Warms the film's query; 404 when there is no such film. */
export const loader = loadPage(EmbedPageDocument, slugParam, ({ film }) => film);

/** A film alone, for the pages of others: its screen as large as its frame, and the way to its own page. */
const EmbedPage = () => {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const origin = useOrigin();
  const { data } = useEmbedPageSuspenseQuery({ variables: { slug } });
  const playhead = useMemo(createPlayhead, []);
  const film = data?.film;
  if (!film) return null;
  return (
    <main {...accented(film.accent)} className={styles.embed}>
      <PageHead title={film.title} unlisted />
      <h1 className={styles.title}>
        <a href={`${origin}${addressOf('Film', film.slug)}`} target="_blank" rel="noopener">
          {film.title} <span>{PUBLICATION.name}</span>
        </a>
      </h1>
      <div className={styles.screen}>
        <Screen film={film} playhead={playhead} start={parseTime(search.get('t'))} lead sizes="100vw" />
      </div>
    </main>
  );
};

export { EmbedPage as Component };
