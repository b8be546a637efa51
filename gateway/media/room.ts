import type { MediaConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { createWire, type ObserveCalls } from '../wire.ts';
import { type Captions, type Cue, createCaptions, languageOf, readyTracks, trackIn } from './captions.ts';
import { createMediaClient, type MediaClient } from './client.ts';
import { createMediaLoader, type MediaLoader } from './loader.ts';
import { createMirror, type Freshness, type Mirror } from './mirror.ts';
import { createPlaybackAddresses, type PlaybackAddresses, playable } from './playback.ts';

/** The captions of one language. */
interface LanguageCues {
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
  /** Ends all reading in the background. */
  close(): void;
}

/** Milliseconds that a field waits for the library, whoever asked first. */
const PATIENCE = 1500;

interface RoomOptions {
  config: MediaConfig;
  observe?: ObserveCalls | undefined;
  client?: MediaClient;
  freshness?: Partial<Freshness>;
  /** Milliseconds since 1970, for the expiry of signed addresses. */
  now?: () => number;
}

/** Everything the media library needs in a process, put together; it begins to read the account at once. */
export function createMediaRoom({
  config,
  observe,
  client = createMediaClient(config, undefined, observe),
  freshness,
  now,
}: RoomOptions): MediaRoom {
  const mirror = createMirror(client, freshness);
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
    close: mirror.close,
  };
}

interface CueSources {
  mirror: Mirror;
  captions: Captions;
  addresses: PlaybackAddresses;
}

async function readCues(
  assetId: string,
  { mirror, captions, addresses }: CueSources,
): Promise<LanguageCues[]> {
  const asset = await mirror.load([assetId])[0];
  const playback = asset && playable(asset, addresses);
  if (!playback) return [];
  const tracks = readyTracks(asset);
  const read = [...new Set(tracks.map(languageOf))].map(async (language) => {
    const track = trackIn(tracks, language);
    return { language, cues: track ? await captions.cues(asset, track, playback) : null };
  });
  return (await Promise.all(read)).flatMap(({ language, cues }) => (cues ? [{ language, cues }] : []));
}
