import type { NewAsset } from './asset.ts';

/** A direct upload in the format of `GET /video/v1/uploads/{id}`. */
export interface Upload {
  id: string;
  /** Seconds after creation. */
  timeout: number;
  status: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  cors_origin: string;
  new_asset_settings: Partial<NewAsset>;
  /** URL for the file while the upload is `waiting`. */
  url?: string;
  asset_id?: string;
  error?: { type: string; message: string };
  test?: boolean;
}

/** A change of a direct upload, named like Mux's webhook event. */
export interface UploadEvent {
  type: `video.upload.${'created' | 'asset_created' | 'cancelled' | 'errored'}`;
  /** The upload after the change. */
  upload: Upload;
}
