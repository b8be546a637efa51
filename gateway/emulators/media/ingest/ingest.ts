import type { Asset, Input, Track } from '../assets/asset.ts';
import type { AssetErrors } from '../assets/mediaEvent.ts';
import type { MediaStore } from '../assets/store.ts';
import {
  EMPTY_SUBTITLES,
  MAX_SUBTITLES_BYTES,
  type NewGeneratedTrack,
  newGeneratedTrack,
  readSubtitles,
  readyGeneratedTrack,
} from '../assets/textTrack.ts';
import type { GeneratedFiles } from '../files/generatedFiles.ts';
import { InputError, toAssetErrors } from '../inputs/inputError.ts';
import { download } from '../inputs/inputUrl.ts';
import { openMediaFile } from '../inputs/mediaFile.ts';
import { assetMetadata, mediaTracks } from './assetMetadata.ts';
import type { Delays } from './delays.ts';
import { drawPlaceholderStills } from './placeholderStills.ts';
import { withinTier } from './resolutionTier.ts';

/** Maximum size of an uploaded or downloaded video; Mux accepts far larger videos. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

interface IngestOptions {
  store: MediaStore;
  generatedFiles: GeneratedFiles;
  delays: Delays;
}

/** Source of an asset's file. */
interface Source {
  /** @returns the path of the file */
  fetch(): Promise<string>;
  discard(): Promise<void>;
}

/**
 * Processes inputs in the background: an asset is `preparing` until its file is available, gets its tracks
 * once they are known, and becomes `ready` or `errored`. Nothing becomes ready before the configured delay.
 */
export class Ingest {
  readonly #store: MediaStore;
  readonly #generatedFiles: GeneratedFiles;
  readonly #delays: Delays;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, generatedFiles, delays }: IngestOptions) {
    this.#store = store;
    this.#generatedFiles = generatedFiles;
    this.#delays = delays;
  }

  /** Processes an uploaded file, `name` among the generated files of the upload, and deletes the file. */
  ingestUpload(asset: Asset, inputs: readonly Input[], upload: { id: string; name: string }): void {
    this.#start(asset, inputs, {
      fetch: async () => this.#generatedFiles.path(upload.id, upload.name),
      discard: () => this.#generatedFiles.remove(upload.id),
    });
  }

  /** Processes the URL of the first input. */
  ingestUrl(asset: Asset, inputs: readonly Input[]): void {
    const name = 'input';
    this.#start(asset, inputs, {
      fetch: async () => {
        this.#generatedFiles.ensureSpace(MAX_FILE_BYTES);
        const to = `${await this.#generatedFiles.folder(asset.id)}/${name}`;
        await download(inputs[0]?.url ?? '', { to, maxBytes: MAX_FILE_BYTES });
        return to;
      },
      discard: () => this.#generatedFiles.remove(asset.id, name),
    });
  }

  /** Downloads the file of a text track that is already in its asset. */
  downloadTrack(assetId: string, track: Track, url: string): void {
    const delay = this.#wait(this.#delays.ingestMs);
    void this.#downloadSubtitles(assetId, track, url)
      .then(
        () => 'ready' as const,
        (error) => toAssetErrors(error),
      )
      .then(async (outcome) => {
        await delay;
        const current = this.#findTrack(assetId, track.id);
        if (!current) return this.#generatedFiles.remove(assetId, `${track.id}.vtt`);
        if (outcome === 'ready') this.#store.putTrack(assetId, { ...current, status: 'ready' });
        else this.#store.putTrack(assetId, { ...current, status: 'errored' }, outcome);
      });
  }

  /** Adds generated text tracks to an asset and marks them as ready later. */
  generateTracks(asset: Asset, requested: readonly NewGeneratedTrack[]): Track[] {
    const tracks = requested.map(newGeneratedTrack);
    for (const track of tracks) {
      this.#store.putTrack(asset.id, track);
      void this.#wait(this.#delays.generateMs).then(() => this.#finishGenerated(asset.id, track.id));
    }
    return tracks;
  }

  #start(asset: Asset, inputs: readonly Input[], source: Source): void {
    const delay = this.#wait(this.#delays.ingestMs);
    void source
      .fetch()
      .then((path) => this.#enqueue(() => this.#process(asset.id, path)))
      .then(
        (metadata) => ({ metadata }),
        (error: unknown) => toAssetErrors(error),
      )
      .then(async (outcome) => {
        await source.discard();
        // If the asset was deleted or reset meanwhile, files created since then must be removed here.
        if (!this.#store.asset(asset.id)) return this.#generatedFiles.remove(asset.id);
        await delay;
        this.#finish(asset.id, inputs, outcome);
      });
  }

  /** Processes one file at a time, because remuxing is expensive. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #process(id: string, path: string): Promise<Partial<Asset>> {
    const file = await openMediaFile(path);
    try {
      const asset = this.#store.asset(id);
      const info = withinTier(file.info, asset?.max_resolution_tier ?? '');
      if (asset)
        this.#store.update(id, {
          tracks: [...mediaTracks(info), ...(asset.tracks ?? [])],
          progress: { state: 'transcoding', progress: 0 },
        });
      for (const name of await file.remux(await this.#generatedFiles.folder(id), info))
        await this.#generatedFiles.register(id, name);
      await drawPlaceholderStills(id, info, this.#generatedFiles);
      return assetMetadata(info);
    } finally {
      file.close();
    }
  }

  #finish(id: string, inputs: readonly Input[], outcome: { metadata: Partial<Asset> } | AssetErrors): void {
    const asset = this.#store.asset(id);
    if (!asset) return;
    if ('metadata' in outcome) {
      this.generateTracks(asset, (inputs[0]?.generated_subtitles as NewGeneratedTrack[] | undefined) ?? []);
      this.#store.markReady(id, outcome.metadata);
    } else this.#store.markErrored(id, outcome);
  }

  async #finishGenerated(assetId: string, trackId: string): Promise<void> {
    const track = this.#findTrack(assetId, trackId);
    if (!track) return;
    try {
      if (this.#store.asset(assetId)?.tracks?.every(({ type }) => type !== 'audio'))
        throw new InputError('invalid_input', 'The asset has no audio track.');
      await this.#generatedFiles.write(assetId, `${trackId}.vtt`, EMPTY_SUBTITLES);
      this.#store.putTrack(assetId, readyGeneratedTrack(track));
    } catch (error) {
      this.#store.putTrack(assetId, { ...track, status: 'errored' }, toAssetErrors(error));
    }
  }

  async #downloadSubtitles(assetId: string, track: Track, url: string): Promise<void> {
    if (track.type !== 'text')
      throw new InputError('invalid_input', 'This emulator supports only text tracks.');
    const name = `${track.id}.input`;
    const to = `${await this.#generatedFiles.folder(assetId)}/${name}`;
    try {
      await download(url, { to, maxBytes: MAX_SUBTITLES_BYTES });
      await this.#generatedFiles.write(assetId, `${track.id}.vtt`, await readSubtitles(to));
    } finally {
      await this.#generatedFiles.remove(assetId, name);
    }
  }

  #findTrack(assetId: string, trackId: string): Track | undefined {
    return this.#store.asset(assetId)?.tracks?.find(({ id }) => id === trackId);
  }

  /** Resolves after the delay, and never when the data is reset before. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#store.schedule(ms, resolve));
  }
}
