import {
  type Asset,
  failed,
  type Input,
  type PlaybackId,
  type StaticRendition,
  type Track,
} from './asset.ts';
import { type SigningKey, signingKeyFrom } from './signingKey.ts';
import type { UploadEvent } from './upload.ts';

/** Beyond this many the account is full. */
const MOST_ASSETS = 10_000;

/** Something that happened, under the name the provider's webhooks give it. */
export type MediaEvent = AssetEvent | UploadEvent;

/** Something that happened to an asset. */
export interface AssetEvent {
  type:
    | `video.asset.${'created' | 'ready' | 'errored' | 'updated' | 'deleted'}`
    | `video.asset.track.${'created' | 'ready' | 'errored' | 'deleted'}`
    | `video.asset.static_rendition.${'created' | 'ready' | 'skipped' | 'deleted'}`;
  /** The asset after the change; the last known state when it was deleted. */
  asset: Asset;
  /** The track or rendition concerned, when it is not the asset itself. */
  part?: Track | StaticRendition;
  /** Why a track is errored. */
  error?: Failure;
}

interface Failure {
  type: string;
  messages: string[];
}

/**
 * Everything the twin knows of one account: assets by age, who may play them, and the keys that sign.
 * Every change goes through here and is told to the subscribers after it is made.
 */
export class MediaStore {
  readonly #assets = new Map<string, Asset>();
  readonly #owners = new Map<string, string>();
  readonly #inputs = new Map<string, readonly Input[]>();
  readonly #keys = new Map<string, SigningKey>();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Forgets everything and takes over the seed, without telling anyone. Subscribers stay. */
  load(assets: readonly Asset[], key?: { id: string; privateKey: string }): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const known of [this.#assets, this.#owners, this.#inputs, this.#keys, this.#timers]) known.clear();
    for (const asset of structuredClone(assets)) this.#put(asset);
    if (key) this.addKey(signingKeyFrom(key));
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: (event: MediaEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  asset(id: string): Asset | undefined {
    return this.#assets.get(id);
  }

  get isFull(): boolean {
    return this.#assets.size >= MOST_ASSETS;
  }

  /** Newest first, as the provider lists them. */
  assets(): Asset[] {
    return [...this.#assets.values()].reverse().sort((a, b) => Number(b.created_at) - Number(a.created_at));
  }

  /** The asset a playback id belongs to, with the id's policy. */
  playback(id: string): { asset: Asset; policy: PlaybackId['policy'] } | undefined {
    const asset = this.#assets.get(this.#owners.get(id) ?? '');
    const playbackId = asset?.playback_ids?.find((p) => p.id === id);
    return asset && playbackId && { asset, policy: playbackId.policy };
  }

  /** What the asset was made from; empty when the seed brought it. */
  inputs(assetId: string): readonly Input[] {
    return this.#inputs.get(assetId) ?? [];
  }

  create(asset: Asset, inputs: readonly Input[]): void {
    this.#put(asset);
    this.#inputs.set(asset.id, inputs);
    this.tell({ type: 'video.asset.created', asset });
  }

  /** Replaces an asset's attributes; those set to undefined go. */
  update(id: string, change: Partial<Asset>): Asset {
    const known = this.#assets.get(id);
    if (!known) throw new Error(`expected a known asset, got ${id}`);
    const merged = { ...known, ...change };
    const asset = Object.fromEntries(Object.entries(merged).filter(([, v]) => v !== undefined)) as Asset;
    this.#put(asset);
    this.tell({ type: 'video.asset.updated', asset });
    return asset;
  }

  /** The asset can be played. */
  ready(id: string, facts: Partial<Asset>): void {
    const known = this.#assets.get(id);
    if (!known) return;
    const progress = { state: 'completed', progress: 100 } as const;
    const asset: Asset = { ...known, ...facts, status: 'ready', progress };
    this.#put(asset);
    this.tell({ type: 'video.asset.ready', asset });
  }

  /** The asset could not be ingested. */
  fail(id: string, errors: Failure): void {
    const known = this.#assets.get(id);
    if (!known) return;
    const asset = failed(known, errors);
    this.#put(asset);
    this.tell({ type: 'video.asset.errored', asset });
  }

  /** Writes a track into its asset, in the place of the one with the same id. `error` says why it is errored. */
  putTrack(assetId: string, track: Track, error?: Failure): void {
    const known = this.#assets.get(assetId);
    if (!known) return;
    const tracks = known.tracks ?? [];
    const old = tracks.find(({ id }) => id === track.id);
    const asset = { ...known, tracks: old ? tracks.map((t) => (t === old ? track : t)) : [...tracks, track] };
    this.#put(asset);
    if (!old) this.tell({ type: 'video.asset.track.created', asset, part: track });
    else if (old.status === track.status) this.tell({ type: 'video.asset.updated', asset });
    else if (track.status === 'errored')
      this.tell({ type: 'video.asset.track.errored', asset, part: track, ...(error && { error }) });
    else this.tell({ type: 'video.asset.track.ready', asset, part: track });
  }

  deleteTrack(assetId: string, track: Track): void {
    const known = this.#assets.get(assetId);
    if (!known) return;
    const asset = { ...known, tracks: (known.tracks ?? []).filter(({ id }) => id !== track.id) };
    this.#put(asset);
    this.tell({ type: 'video.asset.track.deleted', asset, part: track });
  }

  /** Writes the static renditions of an asset and tells what became of one of them. */
  putRenditions(
    assetId: string,
    files: StaticRendition[],
    news: { verb: 'created' | 'ready' | 'skipped' | 'deleted'; part: StaticRendition },
  ): void {
    const known = this.#assets.get(assetId);
    if (!known) return;
    const { static_renditions: _old, ...rest } = known;
    const asset: Asset = files.length > 0 ? { ...rest, static_renditions: { files } } : (rest as Asset);
    this.#put(asset);
    this.tell({ type: `video.asset.static_rendition.${news.verb}`, asset, part: news.part });
  }

  delete(id: string): void {
    const asset = this.#assets.get(id);
    if (!asset) return;
    for (const playbackId of asset.playback_ids ?? []) this.#owners.delete(playbackId.id);
    this.#assets.delete(id);
    this.#inputs.delete(id);
    this.tell({ type: 'video.asset.deleted', asset });
  }

  keys(): SigningKey[] {
    return [...this.#keys.values()].reverse();
  }

  key(id: string): SigningKey | undefined {
    return this.#keys.get(id);
  }

  addKey(key: SigningKey): void {
    this.#keys.set(key.id, key);
  }

  deleteKey(id: string): boolean {
    return this.#keys.delete(id);
  }

  /** Does something later, unless the data is reset or closed before. */
  later(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  #put(asset: Asset): void {
    const before = this.#assets.get(asset.id)?.playback_ids ?? [];
    for (const { id } of before) this.#owners.delete(id);
    for (const { id } of asset.playback_ids ?? []) this.#owners.set(id, asset.id);
    this.#assets.set(asset.id, asset);
  }

  /** Tells the subscribers what was done. */
  tell(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
