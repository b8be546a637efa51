import type { Asset, StaticRendition } from '../assets/asset.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import { extractAudio } from '../inputs/audioFile.ts';
import type { ApiContext } from './apiContext.ts';

const AUDIO_FILE = 'audio.m4a';

/** A static rendition that a client requests. */
export type NewRendition = Pick<StaticRendition, 'resolution' | 'passthrough'>;

/** Returns the static renditions of an asset. */
export function renditionsOf(asset: Asset | undefined): StaticRendition[] {
  return asset?.static_renditions?.files ?? [];
}

/**
 * Adds a static rendition to an asset. It is `preparing` until the asset is ready and the delay is over, and
 * `skipped` when no file has its resolution.
 */
export function addRendition(
  context: ApiContext,
  assetId: string,
  { resolution, passthrough }: NewRendition,
): StaticRendition {
  const isAudio = resolution === 'audio-only';
  const part: StaticRendition = {
    id: opaqueId(),
    name: isAudio ? AUDIO_FILE : `${resolution}.mp4`,
    ext: isAudio ? 'm4a' : 'mp4',
    type: 'advanced',
    resolution,
    status: 'preparing',
    ...(passthrough && { passthrough }),
  };
  const files = [...renditionsOf(context.store.asset(assetId)), part];
  context.store.putRenditions(assetId, files, { verb: 'created', part });
  context.store.schedule(context.delays.ingestMs, () => prepare(context, assetId, part));
  return part;
}

type FinishedRendition = StaticRendition & { status: 'ready' | 'skipped' | 'errored' };

async function prepare(context: ApiContext, assetId: string, part: StaticRendition): Promise<void> {
  const { store, delays } = context;
  if (store.asset(assetId)?.status === 'preparing')
    return store.schedule(Math.max(delays.ingestMs, 10), () => prepare(context, assetId, part));
  const finished = await finish(context, assetId, part).catch(
    (): FinishedRendition => ({ ...part, status: 'errored' }),
  );
  const asset = store.asset(assetId);
  if (!asset || !renditionsOf(asset).some(({ id }) => id === part.id)) return;
  store.putRenditions(
    assetId,
    renditionsOf(asset).map((known) => (known.id === part.id ? finished : known)),
    { verb: finished.status, part: finished },
  );
}

/** Returns the rendition with its file, or `skipped`: the emulator has no encoder for other resolutions. */
async function finish(
  context: ApiContext,
  assetId: string,
  part: StaticRendition,
): Promise<FinishedRendition> {
  const { store, library } = context;
  const isAudio = part.resolution === 'audio-only';
  const file = isAudio
    ? await extractSound(context, assetId)
    : await library.encoded(assetId, part.resolution);
  const bytes = file === undefined ? undefined : await library.playable(assetId, file);
  const asset = store.asset(assetId);
  if (!asset || file === undefined || bytes === undefined) return { ...part, status: 'skipped' };
  return {
    ...part,
    status: 'ready',
    ...(isAudio ? { resolution_tier: 'audio-only' } : pictureSize(asset, Number.parseInt(file, 10))),
    bitrate: Math.round((bytes * 8) / (asset.duration ?? 1)),
    filesize: String(bytes),
  };
}

/** Writes the file with the sound of an asset. @returns its name; undefined without sound */
async function extractSound(
  { library, generatedFiles }: ApiContext,
  assetId: string,
): Promise<string | undefined> {
  const source = await library.withSound(assetId);
  if (source === undefined) return undefined;
  await generatedFiles.folder(assetId);
  if (!(await extractAudio(source, generatedFiles.path(assetId, AUDIO_FILE)))) return undefined;
  await generatedFiles.register(assetId, AUDIO_FILE);
  return AUDIO_FILE;
}

/** @param lines pixels of the shorter side */
function pictureSize(
  asset: Asset,
  lines: number,
): Pick<StaticRendition, 'resolution_tier' | 'height' | 'width'> {
  const [ratioWidth = 16, ratioHeight = 9] = (asset.aspect_ratio ?? '16:9').split(':').map(Number);
  const scale = lines / Math.min(ratioWidth, ratioHeight);
  return {
    resolution_tier: ['720p', '1080p', '1440p'].find((tier) => lines <= Number.parseInt(tier, 10)) ?? '2160p',
    height: Math.round(ratioHeight * scale),
    width: Math.round(ratioWidth * scale),
  };
}
