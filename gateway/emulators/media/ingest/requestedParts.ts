import type { Asset, NewAsset } from '../assets/asset.ts';
import { type NewTrack, newTrack } from '../assets/textTrack.ts';
import type { ApiContext } from './apiContext.ts';
import { addRendition } from './staticRenditions.ts';

/**
 * Adds the parts of a new asset that the client requested besides the video: text and audio tracks among the inputs,
 * and static renditions.
 */
export function addRequestedParts(context: ApiContext, asset: Asset, request: NewAsset): void {
  for (const input of request.inputs.slice(1)) {
    if ((input.type !== 'text' && input.type !== 'audio') || !input.url) continue;
    const track = newTrack(context.store.asset(asset.id) ?? asset, input as NewTrack);
    context.store.putTrack(asset.id, track);
    context.ingest.downloadTrack(asset.id, track, input.url);
  }
  for (const rendition of request.static_renditions ?? []) addRendition(context, asset.id, rendition);
}
