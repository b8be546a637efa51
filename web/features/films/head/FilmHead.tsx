import { Suspense } from 'react';
import { momentQuery } from '../../../lib/filmMoment.ts';
import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import { compact } from '../../../lib/text/lists.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import { breadcrumbList } from '../../../seo/breadcrumbList.ts';
import { useOrigin } from '../../../seo/originContext.ts';
import { PageHead, SHARE_IMAGE_SIZE, type ShareVideo } from '../../../seo/PageHead.tsx';
import { StructuredData } from '../../../seo/StructuredData.tsx';
import { type FilmInput, videoObject } from '../../../seo/videoObject.ts';
import { useTranscriptSuspenseQuery } from '../transcript/Transcript.generated.ts';
import type { FilmHeadFragment } from './FilmHead.generated.ts';
import { useFilmShareImageSuspenseQuery } from './FilmShareImage.generated.ts';
import { shareVideoOf } from './shareVideo.ts';

interface FilmHeadProps {
  film: FilmHeadFragment;
  /** The time in the URL, in seconds; null if there is none. */
  time: number | null;
  /** The language in the URL; null if there is none. */
  language: string | null;
}

/**
 * Renders the head of a film page. If the URL has a time, the share image is the still at that time. Signed URLs expire,
 * so the head of a signed film has none.
 */
export const FilmHead = ({ film, time, language }: FilmHeadProps) => {
  const { title, tagline, synopsis, publishedAt, updatedAt, video } = film;
  const playback = video?.playback?.policy === 'PUBLIC' ? video.playback : null;
  const publicPlayback = playback && { still: playback.shareImage, stream: playback.hlsUrl };
  const description = [tagline, synopsis?.plainText].filter(Boolean).join(' ') || title;
  const input: FilmInput = {
    ...film,
    chapters: compact(film.chapters),
    topics: compact(film.topics),
    description,
    licenseUrl: film.license?.url ?? null,
    isAudio: video?.isAudio ?? false,
    durationSeconds: video?.duration ?? null,
    people: compact(film.credits).flatMap(({ person }) => person ?? []),
    publicPlayback,
  };
  const ogType = input.isAudio ? 'music.song' : 'video.other';
  const head: SharedHead = {
    title,
    description,
    publishedAt,
    ogType,
    hasEmbed: true,
    video: shareVideoOf(playback?.mp4Url ?? null, video),
  };
  const image = publicPlayback?.still
    ? { url: publicPlayback.still, ...SHARE_IMAGE_SIZE, alt: `A still from the film “${title}”.` }
    : null;
  const hasEnglishTranscript = video?.tracks.some(({ language }) => /^en\b/.test(language));
  return (
    <>
      {publicPlayback && time !== null ? (
        <Suspense fallback={<PageHead {...head} image={image} />}>
          <PageHeadAtTime slug={film.slug} time={time} language={language} head={head} />
        </Suspense>
      ) : (
        <PageHead {...head} shareQuery={momentQuery({ language })} image={image} updatedAt={updatedAt} />
      )}
      {hasEnglishTranscript ? (
        <Suspense>
          <StructuredDataWithTranscript film={input} />
        </Suspense>
      ) : (
        <FilmStructuredData film={input} />
      )}
    </>
  );
};

interface SharedHead {
  title: string;
  description: string;
  publishedAt: string | null;
  ogType: 'video.other' | 'music.song';
  hasEmbed: boolean;
  video: ShareVideo | null;
}

interface PageHeadAtTimeProps {
  slug: string;
  time: number;
  language: string | null;
  head: SharedHead;
}

const PageHeadAtTime = ({ slug, time, language, head }: PageHeadAtTimeProps) => {
  const { data } = useFilmShareImageSuspenseQuery({ variables: { slug, time } });
  const url = data?.film?.video?.playback?.shareImage;
  const alt = `A still from the film “${head.title}” at ${timecode(time)}.`;
  return (
    <PageHead
      {...head}
      shareQuery={momentQuery({ seconds: time, language })}
      image={url ? { url, ...SHARE_IMAGE_SIZE, alt } : null}
    />
  );
};

const StructuredDataWithTranscript = ({ film }: { film: FilmInput }) => {
  const { data } = useTranscriptSuspenseQuery({ variables: { slug: film.slug, language: SITE_LANGUAGE } });
  const transcript = data?.film?.video?.transcript?.map(({ text }) => text).join(' ');
  return <FilmStructuredData film={{ ...film, transcript }} />;
};

const FilmStructuredData = ({ film }: { film: FilmInput }) => {
  const origin = useOrigin();
  return (
    <StructuredData
      things={[videoObject(origin, film), breadcrumbList(origin, 'Film', film.slug, film.title)]}
    />
  );
};
