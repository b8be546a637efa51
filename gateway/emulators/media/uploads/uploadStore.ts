import { randomBytes } from 'node:crypto';
import type { Asset, NewAsset } from '../assets/asset.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { MediaStore } from '../assets/store.ts';
import type { Upload, UploadEvent } from '../assets/upload.ts';

/** The oldest uploads are dropped beyond this number. */
const MAX_UPLOADS = 1000;

/** The validated request to create a direct upload. */
export interface NewUpload {
  cors_origin: string;
  timeout: number;
  new_asset_settings: Partial<NewAsset>;
  test?: boolean;
}

/** The direct uploads of the account by age. Changes are reported to the subscribers of the store. */
export class UploadStore {
  readonly #store: MediaStore;
  readonly #secondMs: number;
  readonly #uploads = new Map<string, { upload: Upload; secret: string }>();
  readonly #onUnused: (id: string) => void;

  /**
   * @param options.secondMs duration of one second of a timeout
   * @param options.onUnused called with the id of an upload whose file is no longer needed
   */
  constructor(
    store: MediaStore,
    { secondMs, onUnused }: { secondMs: number; onUnused: (id: string) => void },
  ) {
    this.#store = store;
    this.#secondMs = secondMs;
    this.#onUnused = onUnused;
    store.subscribe((event) => {
      if (event.type === 'video.asset.errored') this.#onAssetErrored(event.asset);
    });
  }

  /** @param urlOf creates the URL from the upload's id and secret */
  create(request: NewUpload, urlOf: (id: string, secret: string) => string): Upload {
    const { cors_origin, timeout, new_asset_settings, test } = request;
    const id = opaqueId();
    const secret = randomBytes(32).toString('base64url');
    const upload: Upload = {
      id,
      timeout,
      status: 'waiting',
      cors_origin,
      new_asset_settings,
      url: urlOf(id, secret),
      ...(test && { test }),
    };
    this.#uploads.set(id, { upload, secret });
    this.#store.schedule(timeout * this.#secondMs, () => this.#expire(id));
    this.#store.notify({ type: 'video.upload.created', upload });
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size > MAX_UPLOADS && oldest !== undefined) {
      this.#uploads.delete(oldest);
      this.#onUnused(oldest);
    }
    return upload;
  }

  get(id: string): Upload | undefined {
    return this.#uploads.get(id)?.upload;
  }

  /** Returns the secret that the URL of the upload must contain. */
  secretOf(id: string): string | undefined {
    return this.#uploads.get(id)?.secret;
  }

  /** Returns all uploads, newest first. */
  list(): Upload[] {
    return [...this.#uploads.values()].map(({ upload }) => upload).reverse();
  }

  cancel(id: string): Upload {
    return this.#change(id, { status: 'cancelled' }, 'video.upload.cancelled');
  }

  assetCreated(id: string, assetId: string): Upload {
    return this.#change(id, { status: 'asset_created', asset_id: assetId }, 'video.upload.asset_created');
  }

  /** Deletes all uploads without notifying the subscribers. */
  clear(): void {
    this.#uploads.clear();
  }

  /** Ends the validity of the URL and discards a file that did not become an asset. */
  #expire(id: string): void {
    const status = this.get(id)?.status;
    if (status === 'waiting') this.#change(id, { status: 'timed_out' });
    if (status === 'waiting' || status === 'cancelled') this.#onUnused(id);
  }

  /** Marks the upload as errored because its asset is errored. */
  #onAssetErrored({ upload_id: id, errors }: Asset): void {
    if (id === undefined || !this.#uploads.has(id) || !errors) return;
    const error = { type: errors.type, message: errors.messages.join(' ') };
    this.#change(id, { status: 'errored', error }, 'video.upload.errored');
  }

  #change(id: string, change: Partial<Upload>, type?: UploadEvent['type']): Upload {
    const entry = this.#uploads.get(id);
    if (!entry) throw new Error(`expected the id of an upload, got ${id}`);
    const { url: _removed, ...rest } = entry.upload;
    entry.upload = { ...rest, ...change };
    if (type) this.#store.notify({ type, upload: entry.upload });
    return entry.upload;
  }
}
