import type { ApiContext } from './apiContext.ts';
import type { Asset, NewAsset } from './asset.ts';
import { addRendition } from './staticRenditions.ts';
import { type NewTrack, newTrack } from './textTrack.ts';

/**
 * Adds what a client wanted beside the film when it asked for an asset: text tracks among the inputs, and static
 * renditions.
 */
export function addWanted(context: ApiContext, asset: Asset, wanted: NewAsset): void {
  for (const input of wanted.inputs.slice(1)) {
    if (input.type !== 'text' || !input.url) continue;
    const track = newTrack(context.store.asset(asset.id) ?? asset, input as NewTrack);
    context.store.putTrack(asset.id, track);
    context.ingest.track(asset.id, track, input.url);
  }
  for (const rendition of wanted.static_renditions ?? []) addRendition(context, asset.id, rendition);
}
