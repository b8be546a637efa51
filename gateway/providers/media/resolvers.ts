import { type GraphQLFieldResolver, Kind, type TypeNode } from 'graphql';
import type { ContentPort, Context, Row } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import type { ModelField } from '../../core/model/model.ts';
import type { ImageFormat, Resolvers, TrackKind, VideoStatus } from '../../generated/graph.ts';
import type { Asset, TextTrack } from './asset.ts';
import { type Cue, languageOf, readyTracks, trackIn } from './captions.ts';
import type { MediaLoader } from './loader.ts';
import type { PlayableTrack, PosterOptions } from './playback.ts';

type MediaContext = Context<ContentPort, MediaLoader>;

const STATUSES: Readonly<Record<Asset['status'], VideoStatus>> = {
  preparing: 'PREPARING',
  ready: 'READY',
  errored: 'ERRORED',
};
/** Mux has no address that answers each browser by what it accepts, and every browser shows WebP. */
const STILL_FORMATS: Readonly<Record<ImageFormat, PosterOptions['format']>> = {
  AUTO: 'webp',
  JPG: 'jpg',
  PNG: 'png',
  WEBP: 'webp',
};
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The resolvers of `Video` (whose parent is the asset), `Playback` and `Track`. */
export function createMediaResolvers(): Pick<Resolvers<MediaContext>, 'Video' | 'Playback' | 'Track'> {
  return {
    Video: {
      status: ({ status }) => STATUSES[status],
      error: (asset) => (asset.status === 'errored' ? reasonOf(asset) : null),
      duration: ({ status, duration }) => (status === 'ready' ? (duration ?? null) : null),
      aspectRatio: ({ status, aspect_ratio }) => (status === 'ready' ? (aspect_ratio ?? null) : null),
      playback: (asset, _args, { media }) => media.playback(asset),
      tracks: (asset, { kind }, { media }) =>
        playableTracks(asset, media).filter(({ track }) => !kind || kindOf(track) === kind),
      transcript: (asset, { language }, { media }) => transcriptIn(asset, language, media),
    },
    Playback: {
      policy: ({ policy }) => (policy === 'signed' ? 'SIGNED' : 'PUBLIC'),
      expiresAt: ({ expiresAt }) => expiresAt?.toISOString() ?? null,
      hlsUrl: (playback) => playback.hlsUrl(),
      posterUrl: (playback, { format, ...options }) =>
        playback.posterUrl({ ...options, format: STILL_FORMATS[format ?? 'AUTO'] }),
      animatedUrl: (playback, options) => playback.animatedUrl(options),
      storyboardUrl: (playback) => playback.storyboardUrl(),
    },
    Track: {
      id: ({ track }) => track.id,
      kind: ({ track }) => kindOf(track),
      language: ({ track }) => languageOf(track),
      label: ({ track }) => track.name || labelOf(languageOf(track)),
      src: ({ track, playback }) => playback.trackUrl(track.id),
    },
  };
}

/**
 * Binds a field with `@asset`: what the content service routed to it is the id of an asset, or a list of them. An id
 * that the library does not know is null; a list whose items may not be null leaves it out.
 */
export function bindAsset(field: ModelField): GraphQLFieldResolver<Row, MediaContext> {
  const required = itemsAreRequired(field.node.type);
  return (row, _args, { media }, info) => {
    const routed = row[info.path.key];
    if (!Array.isArray(routed)) return assetOf(routed, media);
    const assets = routed.map((id) => assetOf(id, media));
    return required ? Promise.all(assets).then((found) => found.filter((asset) => asset)) : assets;
  };
}

function assetOf(id: unknown, media: MediaLoader): Promise<Asset | null> | null {
  return typeof id === 'string' && id !== '' ? media.asset(id) : null;
}

function itemsAreRequired(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return itemsAreRequired(type.type);
  return type.kind === Kind.LIST_TYPE && type.type.kind === Kind.NON_NULL_TYPE;
}

/**
 * The tracks that have an address. A film that cannot be played has none; why it cannot is told by `playback`, so that
 * the rest of the film stands.
 */
function playableTracks(asset: Asset, media: MediaLoader): PlayableTrack[] {
  const playback = media.playable(asset);
  return playback ? readyTracks(asset).map((track) => ({ track, playback })) : [];
}

async function transcriptIn(asset: Asset, language: string, media: MediaLoader): Promise<Cue[] | null> {
  const track = trackIn(readyTracks(asset), canonical(language));
  const cues = track && (await media.cues(asset, track));
  return cues ? [...cues] : null;
}

function canonical(language: string): string {
  try {
    return new Intl.Locale(language).baseName;
  } catch {
    throw inputError(
      `language: expected a BCP 47 code such as en or en-GB, got ${JSON.stringify(language.slice(0, 20))}`,
    );
  }
}

const reasonOf = ({ errors }: Asset): string =>
  errors?.messages.join(' ') || errors?.type || 'The media library gives no reason.';

const kindOf = (track: TextTrack): TrackKind => (track.closed_captions ? 'CAPTIONS' : 'SUBTITLES');

function labelOf(language: string): string {
  try {
    return LANGUAGE_NAMES.of(language) ?? language;
  } catch {
    return language;
  }
}
