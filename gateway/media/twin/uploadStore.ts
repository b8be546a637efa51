import { randomBytes } from 'node:crypto';
import type { Asset, NewAsset } from './asset.ts';
import { opaqueId } from './opaqueId.ts';
import type { MediaStore } from './store.ts';
import type { Upload, UploadEvent } from './upload.ts';

/** Direct uploads remembered; the oldest are forgotten beyond this many. */
const MOST_UPLOADS = 1000;

/** What a client says when it creates a direct upload, after validation. */
export interface NewUpload {
  cors_origin: string;
  timeout: number;
  new_asset_settings: Partial<NewAsset>;
  test?: boolean;
}

/** The direct uploads of the account, by age. Changes are told to the subscribers of the store. */
export class UploadStore {
  readonly #store: MediaStore;
  readonly #second: number;
  readonly #uploads = new Map<string, { upload: Upload; secret: string }>();
  readonly #unused: (id: string) => void;

  /**
   * @param options.second milliseconds that one second of a timeout lasts
   * @param options.unused is called with the id of an upload whose file nobody waits for any more
   */
  constructor(store: MediaStore, { second, unused }: { second: number; unused: (id: string) => void }) {
    this.#store = store;
    this.#second = second;
    this.#unused = unused;
    store.subscribe((event) => {
      if (event.type === 'video.asset.errored') this.#failed(event.asset);
    });
  }

  /** @param urlOf makes the address from the upload's id and its secret */
  create(wanted: NewUpload, urlOf: (id: string, secret: string) => string): Upload {
    const { cors_origin, timeout, new_asset_settings, test } = wanted;
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
    this.#store.later(timeout * this.#second, () => this.#end(id));
    this.#store.tell({ type: 'video.upload.created', upload });
    const [oldest] = this.#uploads.keys();
    if (this.#uploads.size > MOST_UPLOADS && oldest !== undefined) {
      this.#uploads.delete(oldest);
      this.#unused(oldest);
    }
    return upload;
  }

  get(id: string): Upload | undefined {
    return this.#uploads.get(id)?.upload;
  }

  /** What the address of the upload must hold to be taken. */
  secretOf(id: string): string | undefined {
    return this.#uploads.get(id)?.secret;
  }

  /** Newest first. */
  list(): Upload[] {
    return [...this.#uploads.values()].map(({ upload }) => upload).reverse();
  }

  cancel(id: string): Upload {
    return this.#change(id, { status: 'cancelled' }, 'video.upload.cancelled');
  }

  assetCreated(id: string, assetId: string): Upload {
    return this.#change(id, { status: 'asset_created', asset_id: assetId }, 'video.upload.asset_created');
  }

  /** Forgets all of them without telling anyone. */
  clear(): void {
    this.#uploads.clear();
  }

  /** The address is no longer valid: what came without becoming an asset is let go. */
  #end(id: string): void {
    const status = this.get(id)?.status;
    if (status === 'waiting') this.#change(id, { status: 'timed_out' });
    if (status === 'waiting' || status === 'cancelled') this.#unused(id);
  }

  /** The asset that came of it could not be made. */
  #failed({ upload_id: id, errors }: Asset): void {
    if (id === undefined || !this.#uploads.has(id) || !errors) return;
    const error = { type: errors.type, message: errors.messages.join(' ') };
    this.#change(id, { status: 'errored', error }, 'video.upload.errored');
  }

  #change(id: string, change: Partial<Upload>, type?: UploadEvent['type']): Upload {
    const known = this.#uploads.get(id);
    if (!known) throw new Error(`expected a known upload, got ${id}`);
    const { url: _taken, ...rest } = known.upload;
    known.upload = { ...rest, ...change };
    if (type) this.#store.tell({ type, upload: known.upload });
    return known.upload;
  }
}
