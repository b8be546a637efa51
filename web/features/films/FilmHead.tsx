import type { FragmentType } from '@apollo/client';
import { Suspense } from 'react';
import { timecode } from '../../components/text/timecode.ts';
import { trailThing } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { CARD_SHAPE, PageHead } from '../../seo/PageHead.tsx';
import { StructuredData } from '../../seo/StructuredData.tsx';
import { filmThing, type ToldFilm } from '../../seo/videoObject.ts';
import { useFilmCardAtSuspenseQuery } from './cards/FilmCardAt.generated.ts';
import { type FilmHeadFragment, useFilmHeadFragment } from './FilmHead.generated.ts';
import { useTranscriptSuspenseQuery } from './transcript/Transcript.generated.ts';

interface FilmHeadProps {
  film: FragmentType<FilmHeadFragment>;
  /** The second the address names, which is then what its card shows. */
  time: number | null;
}

/**
 * The head of a film's page. Its card shows the still at the second that the address names. The addresses of a signed
 * film stop working, so none of them is given away here.
 */
export const FilmHead = ({ film: from, time }: FilmHeadProps) => {
  const film = useFilmHeadFragment(from);
  const { slug, title, tagline, synopsis, publishedAt, updatedAt, video } = film;
  const playback = video?.playback;
  const open = playback?.policy === 'PUBLIC' ? { still: playback.card, stream: playback.hlsUrl } : null;
  const description = [tagline, synopsis?.plainText].filter(Boolean).join(' ') || title;
  const told: ToldFilm = {
    ...film,
    description,
    seconds: video?.duration ?? null,
    people: film.credits.flatMap(({ person }) => person ?? []),
    open,
  };
  const head = { title, description, publishedAt, kind: 'video.other' as const, embeddable: true };
  const picture = open && { url: open.still, ...CARD_SHAPE, alt: `A still from the film “${title}”.` };
  const isSpoken = video?.tracks.some(({ language }) => /^en\b/.test(language));
  return (
    <>
      {open && time !== null ? (
        <Suspense fallback={<PageHead {...head} picture={picture} />}>
          <HeadAt slug={slug} time={time} head={head} />
        </Suspense>
      ) : (
        <PageHead {...head} picture={picture} updatedAt={updatedAt} />
      )}
      {isSpoken ? (
        <Suspense>
          <SpokenData told={told} />
        </Suspense>
      ) : (
        <Data told={told} />
      )}
    </>
  );
};

interface HeadAtProps {
  slug: string;
  time: number;
  head: {
    title: string;
    description: string;
    publishedAt: string | null;
    kind: 'video.other';
    embeddable: boolean;
  };
}

const HeadAt = ({ slug, time, head }: HeadAtProps) => {
  const { data } = useFilmCardAtSuspenseQuery({ variables: { slug, time } });
  const url = data?.film?.video?.playback?.cardAt;
  const alt = `A still from the film “${head.title}” at ${timecode(time)}.`;
  return <PageHead {...head} place={`?t=${time}`} picture={url ? { url, ...CARD_SHAPE, alt } : null} />;
};

const SpokenData = ({ told }: { told: ToldFilm }) => {
  const { data } = useTranscriptSuspenseQuery({ variables: { slug: told.slug, language: 'en' } });
  const words = data?.film?.video?.transcript?.map(({ text }) => text).join(' ');
  return <Data told={{ ...told, transcript: words }} />;
};

const Data = ({ told }: { told: ToldFilm }) => {
  const origin = useOrigin();
  return (
    <StructuredData things={[filmThing(origin, told), trailThing(origin, 'Film', told.slug, told.title)]} />
  );
};
