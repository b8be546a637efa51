import type { Asset, Input, Track } from './asset.ts';
import { assetFacts, mediaTracks } from './assetFacts.ts';
import { asErrors, InputRefused } from './inputRefused.ts';
import { download } from './inputUrl.ts';
import type { MadeFiles } from './madeFiles.ts';
import { openMediaFile } from './mediaFile.ts';
import { drawNeutralStills } from './neutralStills.ts';
import type { Pace } from './pace.ts';
import type { MediaStore } from './store.ts';
import {
  generated,
  LARGEST_TEXT,
  type NewGenerated,
  NOTHING_HEARD,
  newGenerated,
  readSubtitles,
} from './textTrack.ts';

/** Bytes of a film that is uploaded or fetched; Mux takes far larger ones, this machine need not. */
export const LARGEST_FILE = 512 * 1024 * 1024;

interface Workplace {
  store: MediaStore;
  made: MadeFiles;
  pace: Pace;
}

/** Where an asset's file comes from. */
interface Source {
  /** @returns its path */
  fetch(): Promise<string>;
  discard(): Promise<void>;
}

interface Failure {
  type: string;
  messages: string[];
}

/**
 * Makes inputs playable, in the background: `preparing` until the file is there, its tracks as
 * soon as they are known, then `ready`, or `errored` with a reason. Nothing is ready sooner than the pace says.
 */
export class Ingest {
  readonly #store: MediaStore;
  readonly #made: MadeFiles;
  readonly #pace: Pace;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, made, pace }: Workplace) {
    this.#store = store;
    this.#made = made;
    this.#pace = pace;
  }

  /** Makes an asset of a file that was uploaded, `name` among the made files of the upload; it is used up. */
  fromUpload(asset: Asset, inputs: readonly Input[], upload: { id: string; name: string }): void {
    this.#start(asset, inputs, {
      fetch: async () => this.#made.path(upload.id, upload.name),
      discard: () => this.#made.remove(upload.id),
    });
  }

  /** Makes an asset of its first input's address. */
  fromUrl(asset: Asset, inputs: readonly Input[]): void {
    const name = 'input';
    this.#start(asset, inputs, {
      fetch: async () => {
        this.#made.makeRoom(LARGEST_FILE);
        const to = `${await this.#made.folder(asset.id)}/${name}`;
        await download(inputs[0]?.url ?? '', { to, most: LARGEST_FILE });
        return to;
      },
      discard: () => this.#made.remove(asset.id, name),
    });
  }

  /** Fetches a text track that was put into its asset. */
  track(assetId: string, track: Track, url: string): void {
    const due = this.#due(this.#pace.ingest);
    void this.#subtitles(assetId, track, url)
      .then(
        () => 'ready' as const,
        (error) => asErrors(error),
      )
      .then(async (outcome) => {
        await due;
        const now = this.#track(assetId, track.id);
        if (!now) return this.#made.remove(assetId, `${track.id}.vtt`);
        if (outcome === 'ready') this.#store.putTrack(assetId, { ...now, status: 'ready' });
        else this.#store.putTrack(assetId, { ...now, status: 'errored' }, outcome);
      });
  }

  /** Puts text tracks into an asset that are made from what is spoken, and has them ready later. */
  generate(asset: Asset, wanted: readonly NewGenerated[]): Track[] {
    const tracks = wanted.map(newGenerated);
    for (const track of tracks) {
      this.#store.putTrack(asset.id, track);
      void this.#due(this.#pace.generate).then(() => this.#generated(asset.id, track.id));
    }
    return tracks;
  }

  #start(asset: Asset, inputs: readonly Input[], source: Source): void {
    const due = this.#due(this.#pace.ingest);
    void source
      .fetch()
      .then((path) => this.#inTurn(() => this.#make(asset.id, path)))
      .then(
        (facts) => ({ facts }),
        (error: unknown) => asErrors(error),
      )
      .then(async (outcome) => {
        await source.discard();
        // Deleted or reset meanwhile: whoever did that could not know of the files made since.
        if (!this.#store.asset(asset.id)) return this.#made.remove(asset.id);
        await due;
        this.#end(asset.id, inputs, outcome);
      });
  }

  /** One at a time: packing a file anew takes the machine. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #make(id: string, path: string): Promise<Partial<Asset>> {
    const file = await openMediaFile(path);
    try {
      const known = this.#store.asset(id);
      if (known)
        this.#store.update(id, {
          tracks: [...mediaTracks(file.found), ...(known.tracks ?? [])],
          progress: { state: 'transcoding', progress: 0 },
        });
      for (const name of await file.remux(await this.#made.folder(id))) await this.#made.announce(id, name);
      await drawNeutralStills(id, file.found, this.#made);
      return assetFacts(file.found);
    } finally {
      file.close();
    }
  }

  #end(id: string, inputs: readonly Input[], outcome: { facts: Partial<Asset> } | Failure): void {
    const asset = this.#store.asset(id);
    if (!asset) return;
    if ('facts' in outcome) {
      this.generate(asset, (inputs[0]?.generated_subtitles as NewGenerated[] | undefined) ?? []);
      this.#store.ready(id, outcome.facts);
    } else this.#store.fail(id, outcome);
  }

  async #generated(assetId: string, trackId: string): Promise<void> {
    const track = this.#track(assetId, trackId);
    if (!track) return;
    try {
      if (this.#store.asset(assetId)?.tracks?.every(({ type }) => type !== 'audio'))
        throw new InputRefused('invalid_input', 'The asset has no audio to be recognised.');
      await this.#made.write(assetId, `${trackId}.vtt`, NOTHING_HEARD);
      this.#store.putTrack(assetId, generated(track));
    } catch (error) {
      this.#store.putTrack(assetId, { ...track, status: 'errored' }, asErrors(error));
    }
  }

  async #subtitles(assetId: string, track: Track, url: string): Promise<void> {
    if (track.type !== 'text')
      throw new InputRefused('invalid_input', 'This twin adds text tracks alone to an asset.');
    const name = `${track.id}.input`;
    const to = `${await this.#made.folder(assetId)}/${name}`;
    try {
      await download(url, { to, most: LARGEST_TEXT });
      await this.#made.write(assetId, `${track.id}.vtt`, await readSubtitles(to));
    } finally {
      await this.#made.remove(assetId, name);
    }
  }

  #track(assetId: string, trackId: string): Track | undefined {
    return this.#store.asset(assetId)?.tracks?.find(({ id }) => id === trackId);
  }

  /** Comes after so many milliseconds, and never when the data is reset before. */
  #due(ms: number): Promise<void> {
    return new Promise((come) => this.#store.later(ms, come));
  }
}
