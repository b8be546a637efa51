import type { Asset, StaticRendition, Track } from './asset.ts';
import type { UploadEvent } from './upload.ts';

/** A change, named like the provider's webhook event. */
export type MediaEvent = AssetEvent | UploadEvent;

/** A change of an asset. */
export interface AssetEvent {
  type:
    | `video.asset.${'created' | 'ready' | 'errored' | 'updated' | 'deleted'}`
    | `video.asset.track.${'created' | 'ready' | 'errored' | 'deleted'}`
    | `video.asset.static_rendition.${'created' | 'ready' | 'skipped' | 'errored' | 'deleted'}`;
  /** The asset after the change, or its last state when it was deleted. */
  asset: Asset;
  /** The affected track or rendition; absent when the asset itself changed. */
  part?: Track | StaticRendition;
  /** Reason why a track is errored. */
  error?: AssetErrors;
}

/** Errors in the format of assets and tracks. */
export interface AssetErrors {
  type: string;
  messages: string[];
}
