import type { Cue } from '../../core/captionTrack.ts';
import type { ContentPort, Context } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import { readsParent } from '../../core/fieldGetter.ts';
import { toGlobalId } from '../../core/relay.ts';
import type { ImageFormat, Resolvers, TrackKind, VideoStatus } from '../../generated/graph.ts';
import type { Asset, TextTrack } from './asset.ts';
import { findTrack, languageOf, readyTracks } from './captions.ts';
import type { PosterOptions } from './imageParams.ts';
import type { MediaLoader } from './loader.ts';
import { type PlayableTrack, playableId } from './playback.ts';

type MediaContext = Context<ContentPort, MediaLoader>;

const STATUSES: Readonly<Record<Asset['status'], VideoStatus>> = {
  preparing: 'PREPARING',
  ready: 'READY',
  errored: 'ERRORED',
};
/** Mux does not negotiate the image format, and every browser supports WebP. */
const STILL_FORMATS: Readonly<Record<ImageFormat, PosterOptions['format']>> = {
  AUTO: 'webp',
  JPG: 'jpg',
  PNG: 'png',
  WEBP: 'webp',
};
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Creates the resolver of a field that only reads the asset. */
const ofAsset = <Value>(read: (asset: Asset) => Value) => readsParent(read);

/** Creates the resolvers of `Video` (its parent value is the asset), `Playback`, `PlaybackTokens` and `Track`. */
export function createMediaResolvers(): Pick<
  Resolvers<MediaContext>,
  'Video' | 'Playback' | 'PlaybackTokens' | 'Track'
> {
  return {
    Video: {
      id: ofAsset(({ id }) => toGlobalId('Video', id)),
      assetId: ofAsset(({ id }) => id),
      status: ofAsset(({ status }) => STATUSES[status]),
      error: ofAsset((asset) => (asset.status === 'errored' ? errorOf(asset) : null)),
      isAudio: ofAsset(({ status, isAudio = false }) => status === 'ready' && isAudio),
      isLive: ofAsset(({ isLive = false }) => isLive),
      duration: ofAsset(({ status, duration }) => (status === 'ready' ? (duration ?? null) : null)),
      aspectRatio: ofAsset((asset) => (asset.status === 'ready' ? ratioOf(asset) : null)),
      width: ofAsset(({ status, size }) => (status === 'ready' ? (size?.width ?? null) : null)),
      height: ofAsset(({ status, size }) => (status === 'ready' ? (size?.height ?? null) : null)),
      playbackId: ofAsset((asset) => playableId(asset)?.id ?? null),
      playback: (asset, _args, { media }) => media.playback(asset),
      tracks: (asset, { kind }, { media }) =>
        playableTracks(asset, media).filter(({ track }) => !kind || kindOf(track) === kind),
      transcript: (asset, { language }, { media }) => readTranscript(asset, language, media),
    },
    Playback: {
      policy: ({ policy }) => (policy === 'signed' ? 'SIGNED' : 'PUBLIC'),
      expiresAt: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
      hlsUrl: (playback) => playback.hlsUrl(),
      posterUrl: (playback, { format, ...options }) =>
        playback.posterUrl({ ...options, format: STILL_FORMATS[format ?? 'AUTO'] }),
      animatedUrl: (playback, options) => playback.animatedUrl(options),
      storyboardUrl: (playback) => playback.storyboardUrl(),
      mp4Url: (playback, options) => playback.mp4Url(options),
      audioUrl: (playback) => playback.audioUrl(),
    },
    PlaybackTokens: {
      playback: (tokens) => tokens.playback(),
      thumbnail: (tokens, options) => tokens.thumbnail(options),
      storyboard: (tokens) => tokens.storyboard(),
    },
    Track: {
      id: ({ track }) => toGlobalId('Track', track.id),
      kind: ({ track }) => kindOf(track),
      language: ({ track }) => languageOf(track),
      label: ({ track }) => track.name || labelOf(languageOf(track)),
      src: ({ track, playback }) => playback.trackUrl(track.id),
    },
  };
}

/** Returns the tracks with a URL: none if the video cannot be played. Only the field `playback` fails with the reason. */
function playableTracks(asset: Asset, media: MediaLoader): PlayableTrack[] {
  const playback = media.playbackOrNull(asset);
  return playback ? readyTracks(asset).map((track) => ({ track, playback })) : [];
}

async function readTranscript(asset: Asset, language: string, media: MediaLoader): Promise<Cue[] | null> {
  const track = findTrack(readyTracks(asset), normalizeLanguage(language));
  const cues = track && (await media.cues(asset, track));
  return cues ? [...cues] : null;
}

function normalizeLanguage(language: string): string {
  try {
    return new Intl.Locale(language).baseName;
  } catch {
    throw inputError(
      `language: expected a BCP 47 code such as en or en-GB, got ${JSON.stringify(language.slice(0, 20))}`,
      'BAD_USER_INPUT',
      { argument: 'language' },
    );
  }
}

/** Returns the ratio of the stored size, e.g. `9:16`; null without a size. */
function ratioOf({ aspect_ratio: ratio, size }: Asset): number | null {
  const [width, height] = ratio?.split(':').map(Number) ?? [size?.width, size?.height];
  return width && height ? width / height : null;
}

const errorOf = ({ errors }: Asset): string =>
  errors?.messages.join(' ') || errors?.type || 'The media library gives no reason.';

const kindOf = (track: TextTrack): TrackKind => (track.closed_captions ? 'CAPTIONS' : 'SUBTITLES');

function labelOf(language: string): string {
  try {
    return LANGUAGE_NAMES.of(language) ?? language;
  } catch {
    return language;
  }
}
