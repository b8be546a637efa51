import type { MediaConfig } from '../configuration/config.ts';
import type { Context } from '../context.ts';
import type { Line } from '../wire/line.ts';
import { createWire, type ObserveCalls } from '../wire/wire.ts';
import { type Captions, type Cue, createCaptions, languageOf, readyTracks, trackIn } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { createMediaLoader, type MediaLoader } from './loader.ts';
import { createMirror, type Freshness, type Mirror } from './mirror.ts';
import type { TakePlace } from './pace.ts';
import { createPlaybackAddresses, type PlaybackAddresses, playable } from './playback.ts';

/** The captions of one language. */
interface LanguageCues {
  /** The id of the text track. */
  readonly track: string;
  /** A BCP 47 code; `und` where the library does not tell. */
  readonly language: string;
  readonly cues: readonly Cue[];
}

/** The media library of one process. */
export interface MediaRoom {
  readonly mirror: Mirror;
  /** Resolves when the whole account has been read once; see `Mirror.ready`. */
  readonly ready: Promise<void>;
  /** Fresh for each operation. */
  loader(operation: Pick<Context, 'signal' | 'tags'> & Partial<Pick<Context, 'reuse'>>): MediaLoader;
  /**
   * The cues of every language of a film, one track for each language; empty when there is no such film, or it cannot
   * be played.
   * @throws UpstreamError
   */
  readCues(assetId: string): Promise<LanguageCues[]>;
  /**
   * The ids of the text tracks whose cues `readCues` gives.
   * @throws UpstreamError
   */
  tracksOf(assetId: string): Promise<readonly string[]>;
  /** Ends all reading in the background. */
  close(): void;
}

/** Milliseconds that a field waits for the library, whoever asked first. */
const PATIENCE = 1500;

interface RoomOptions {
  config: MediaConfig;
  observe?: ObserveCalls | undefined;
  line?: Line | undefined;
  client?: MediaClient;
  freshness?: Partial<Freshness>;
  takePlace?: TakePlace | undefined;
  /** See `createMirror`. */
  onChanged?: ((id: string) => void) | undefined;
  /** Milliseconds since 1970, for the expiry of signed addresses. */
  now?: () => number;
}

/** Everything the media library needs in a process, put together; it begins to read the account at once. */
export function createMediaRoom({
  config,
  observe,
  line,
  client = createMediaClient(config, undefined, observe, line),
  freshness,
  takePlace,
  onChanged,
  now,
}: RoomOptions): MediaRoom {
  const mirror = createMirror(client, {
    takePlace,
    ...(freshness && { freshness }),
    ...(onChanged && { onChanged }),
  });
  const addresses = createPlaybackAddresses({
    streamUrl: config.streamUrl,
    imageUrl: config.imageUrl,
    sign: client.sign,
    ...(now && { now }),
  });
  const captions = createCaptions(client);
  const wire = createWire({
    provider: 'media',
    deadline: PATIENCE,
    readFailure: () => ({ status: undefined }),
  });
  return {
    mirror,
    ready: mirror.ready,
    loader: (operation) => createMediaLoader({ mirror, captions, addresses, wire, ...operation }),
    readCues: (assetId) => readCues(assetId, { mirror, captions, addresses }),
    tracksOf: async (assetId) =>
      (await shownTracks(assetId, { mirror, addresses })).tracks.map(({ id }) => id),
    close: mirror.close,
  };
}

interface CueSources {
  mirror: Mirror;
  captions: Captions;
  addresses: PlaybackAddresses;
}

async function readCues(assetId: string, sources: CueSources): Promise<LanguageCues[]> {
  const { asset, playback, tracks } = await shownTracks(assetId, sources);
  if (!asset || !playback) return [];
  const read = tracks.map(async (track) => ({
    track: track.id,
    language: languageOf(track),
    cues: await sources.captions.cues(asset, track, playback),
  }));
  return (await Promise.all(read)).flatMap(({ cues, ...track }) => (cues ? [{ ...track, cues }] : []));
}

/** The text tracks of a film, one for each language; none when there is no such film, or it cannot be played. */
async function shownTracks(assetId: string, { mirror, addresses }: Pick<CueSources, 'mirror' | 'addresses'>) {
  const asset = await mirror.load([assetId])[0];
  const playback = asset && playable(asset, addresses);
  const ready = asset && playback ? readyTracks(asset) : [];
  const languages = [...new Set(ready.map(languageOf))];
  return { asset, playback, tracks: languages.flatMap((language) => trackIn(ready, language) ?? []) };
}
