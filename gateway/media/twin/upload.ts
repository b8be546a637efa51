import type { NewAsset } from './asset.ts';

/** A direct upload as `GET /video/v1/uploads/{id}` answers it inside `data`. */
export interface Upload {
  id: string;
  /** Seconds from its creation. */
  timeout: number;
  status: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  cors_origin: string;
  new_asset_settings: Partial<NewAsset>;
  /** Where the file is sent to, while it is waited for. */
  url?: string;
  asset_id?: string;
  error?: { type: string; message: string };
  test?: boolean;
}

/** Something that happened to a direct upload, under the name the provider's webhooks give it. */
export interface UploadEvent {
  type: `video.upload.${'created' | 'asset_created' | 'cancelled' | 'errored'}`;
  /** After the change. */
  upload: Upload;
}
