import type Mux from '@mux/mux-node';
import type { TestEmulator } from './startEmulator.ts';

/** Origin of the uploading page. */
export const ORIGIN = 'https://studio.example';

export type NewUploadBody = Partial<Mux.Video.UploadCreateParams>;

/** Uploads files to an emulator and waits for their assets. */
export interface UploadClient {
  /**
   * Creates an upload. In tests one second of a timeout lasts a millisecond, so the default timeout is long.
   */
  create(body?: NewUploadBody): Promise<Mux.Video.Upload>;
  /** Uploads a file in one piece and waits until its asset is no longer `preparing`. */
  upload(bytes: Buffer, body?: NewUploadBody): Promise<Mux.Video.Asset>;
  waitUntilDone(asset: string): Promise<Mux.Video.Asset>;
  /** Polls until the condition holds for the asset. */
  waitUntil(asset: string, condition: (asset: Mux.Video.Asset) => boolean): Promise<Mux.Video.Asset>;
}

export function createUploadClient({ mux }: TestEmulator): UploadClient {
  const { assets, uploads } = mux.video;
  const waitUntil: UploadClient['waitUntil'] = async (id, condition) => {
    for (let attempts = 400; attempts > 0; attempts--) {
      const asset = await assets.retrieve(id);
      if (condition(asset)) return asset;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(`expected the asset to settle, got ${JSON.stringify(await assets.retrieve(id))}`);
  };
  const waitUntilDone = (id: string) => waitUntil(id, ({ status }) => status !== 'preparing');
  const create = (body: NewUploadBody = {}) =>
    uploads.create({
      cors_origin: ORIGIN,
      timeout: 600_000,
      new_asset_settings: { playback_policies: ['public'] },
      ...body,
    });
  return {
    create,
    waitUntilDone,
    waitUntil,
    async upload(bytes, body) {
      const { id, url } = await create(body);
      await fetch(url as string, { method: 'PUT', body: new Uint8Array(bytes) });
      return waitUntilDone((await uploads.retrieve(id)).asset_id as string);
    },
  };
}
