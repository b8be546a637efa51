import type { Asset, StaticRendition } from '../assets/asset.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { ApiContext } from './apiContext.ts';

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
    name: isAudio ? 'audio.m4a' : `${resolution}.mp4`,
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

async function prepare(context: ApiContext, assetId: string, part: StaticRendition): Promise<void> {
  const { store, library, delays } = context;
  if (store.asset(assetId)?.status === 'preparing')
    return store.schedule(Math.max(delays.ingestMs, 10), () => prepare(context, assetId, part));
  const file = await library.encoded(assetId, part.resolution);
  const bytes = file === undefined ? undefined : await library.playable(assetId, file);
  const asset = store.asset(assetId);
  if (!asset || !renditionsOf(asset).some(({ id }) => id === part.id)) return;
  const finished: StaticRendition =
    file === undefined || bytes === undefined
      ? { ...part, status: 'skipped' }
      : {
          ...part,
          status: 'ready',
          ...renditionMetadata(asset, { lines: Number.parseInt(file, 10), bytes }),
        };
  store.putRenditions(
    assetId,
    renditionsOf(asset).map((known) => (known.id === part.id ? finished : known)),
    { verb: finished.status === 'skipped' ? 'skipped' : 'ready', part: finished },
  );
}

/** @param lines pixels of the shorter side */
function renditionMetadata(
  asset: Asset,
  { lines, bytes }: { lines: number; bytes: number },
): Partial<StaticRendition> {
  const [ratioWidth = 16, ratioHeight = 9] = (asset.aspect_ratio ?? '16:9').split(':').map(Number);
  const scale = lines / Math.min(ratioWidth, ratioHeight);
  return {
    resolution_tier: ['720p', '1080p', '1440p'].find((tier) => lines <= Number.parseInt(tier, 10)) ?? '2160p',
    height: Math.round(ratioHeight * scale),
    width: Math.round(ratioWidth * scale),
    bitrate: Math.round((bytes * 8) / (asset.duration ?? 1)),
    filesize: String(bytes),
  };
}
