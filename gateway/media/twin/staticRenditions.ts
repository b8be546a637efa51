import type { ApiContext } from './apiContext.ts';
import type { Asset, StaticRendition } from './asset.ts';
import { opaqueId } from './opaqueId.ts';

/** What a client asks for. */
export type NewRendition = Pick<StaticRendition, 'resolution' | 'passthrough'>;

/** The static renditions of an asset. */
export function renditionsOf(asset: Asset | undefined): StaticRendition[] {
  return asset?.static_renditions?.files ?? [];
}

/**
 * Puts a static rendition into an asset, `preparing` until the asset can be played and the pace lets it be `ready`.
 * A resolution that is not among the encoded ones ends as `skipped`.
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
  context.store.later(context.pace.ingest, () => prepare(context, assetId, part));
  return part;
}

async function prepare(context: ApiContext, assetId: string, part: StaticRendition): Promise<void> {
  const { store, library, pace } = context;
  if (store.asset(assetId)?.status === 'preparing')
    return store.later(Math.max(pace.ingest, 10), () => prepare(context, assetId, part));
  const file = await library.encoded(assetId, part.resolution);
  const bytes = file === undefined ? undefined : await library.playable(assetId, file);
  const asset = store.asset(assetId);
  if (!asset || !renditionsOf(asset).some(({ id }) => id === part.id)) return;
  const done: StaticRendition =
    file === undefined || bytes === undefined
      ? { ...part, status: 'skipped' }
      : { ...part, status: 'ready', ...facts(asset, { lines: Number.parseInt(file, 10), bytes }) };
  store.putRenditions(
    assetId,
    renditionsOf(asset).map((known) => (known.id === part.id ? done : known)),
    { verb: done.status === 'skipped' ? 'skipped' : 'ready', part: done },
  );
}

/** @param lines pixels of the shorter side */
function facts(asset: Asset, { lines, bytes }: { lines: number; bytes: number }): Partial<StaticRendition> {
  const [across = 16, down = 9] = (asset.aspect_ratio ?? '16:9').split(':').map(Number);
  const scale = lines / Math.min(across, down);
  return {
    resolution_tier: ['720p', '1080p', '1440p'].find((tier) => lines <= Number.parseInt(tier, 10)) ?? '2160p',
    height: Math.round(down * scale),
    width: Math.round(across * scale),
    bitrate: Math.round((bytes * 8) / (asset.duration ?? 1)),
    filesize: String(bytes),
  };
}
