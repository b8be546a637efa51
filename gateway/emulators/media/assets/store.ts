import {
  type Asset,
  erroredAsset,
  type Input,
  type PlaybackId,
  type StaticRendition,
  type Track,
} from './asset.ts';
import type { AssetErrors, MediaEvent } from './mediaEvent.ts';
import type { PlaybackRestriction } from './playbackRestriction.ts';
import { importSigningKey, type SigningKey } from './signingKey.ts';

/** Maximum number of assets in the account. */
const MAX_ASSETS = 10_000;

/**
 * The data of one account: assets, playback ids, signing keys and playback restrictions. Every change of an asset is made here
 * and then reported to the subscribers.
 */
export class MediaStore {
  readonly #assets = new Map<string, Asset>();
  readonly #assetIdsByPlaybackId = new Map<string, string>();
  readonly #inputs = new Map<string, readonly Input[]>();
  readonly #keys = new Map<string, SigningKey>();
  /** Playback restrictions by id, the oldest first. */
  readonly restrictions = new Map<string, PlaybackRestriction>();
  readonly #listeners = new Set<(event: MediaEvent) => void>();
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Replaces all data with the seed without notifying the subscribers, who stay subscribed. */
  load(assets: readonly Asset[], key?: { id: string; privateKey: string }): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const collection of [
      this.#assets,
      this.#assetIdsByPlaybackId,
      this.#inputs,
      this.#keys,
      this.restrictions,
      this.#timers,
    ])
      collection.clear();
    for (const asset of structuredClone(assets)) this.#put(asset);
    if (key) this.addKey(importSigningKey(key));
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
    return this.#assets.size >= MAX_ASSETS;
  }

  assets(): Iterable<Asset> {
    return this.#assets.values();
  }

  /** Returns the asset and policy of a playback id. */
  playback(id: string): { asset: Asset; policy: PlaybackId['policy'] } | undefined {
    const asset = this.#assets.get(this.#assetIdsByPlaybackId.get(id) ?? '');
    const playbackId = asset?.playback_ids?.find((p) => p.id === id);
    return asset && playbackId && { asset, policy: playbackId.policy };
  }

  /** Returns the inputs of an asset; empty for a seeded asset. */
  inputs(assetId: string): readonly Input[] {
    return this.#inputs.get(assetId) ?? [];
  }

  create(asset: Asset, inputs: readonly Input[]): void {
    this.#put(asset);
    this.#inputs.set(asset.id, inputs);
    this.notify({ type: 'video.asset.created', asset });
  }

  /** Replaces attributes of an asset; undefined removes one. */
  update(id: string, change: Partial<Asset>): Asset {
    const current = this.#assets.get(id);
    if (!current) throw new Error(`expected the id of an asset, got ${id}`);
    const merged = { ...current, ...change };
    const asset = Object.fromEntries(Object.entries(merged).filter(([, v]) => v !== undefined)) as Asset;
    this.#put(asset);
    this.notify({ type: 'video.asset.updated', asset });
    return asset;
  }

  /** Marks an asset as ready. */
  markReady(id: string, metadata: Partial<Asset>): void {
    const current = this.#assets.get(id);
    if (!current) return;
    const progress = { state: 'completed', progress: 100 } as const;
    const asset: Asset = { ...current, ...metadata, status: 'ready', progress };
    this.#put(asset);
    this.notify({ type: 'video.asset.ready', asset });
  }

  /** Marks an asset as errored. */
  markErrored(id: string, errors: AssetErrors): void {
    const current = this.#assets.get(id);
    if (!current) return;
    const asset = erroredAsset(current, errors);
    this.#put(asset);
    this.notify({ type: 'video.asset.errored', asset });
  }

  /**
   * Adds a track to its asset or replaces the track with the same id. `error` is the reason of an errored
   * track.
   */
  putTrack(assetId: string, track: Track, error?: AssetErrors): void {
    const current = this.#assets.get(assetId);
    if (!current) return;
    const tracks = current.tracks ?? [];
    const old = tracks.find(({ id }) => id === track.id);
    const asset = {
      ...current,
      tracks: old ? tracks.map((t) => (t === old ? track : t)) : [...tracks, track],
    };
    this.#put(asset);
    if (!old) this.notify({ type: 'video.asset.track.created', asset, part: track });
    else if (old.status === track.status) this.notify({ type: 'video.asset.updated', asset });
    else if (track.status === 'errored')
      this.notify({ type: 'video.asset.track.errored', asset, part: track, ...(error && { error }) });
    else this.notify({ type: 'video.asset.track.ready', asset, part: track });
  }

  deleteTrack(assetId: string, track: Track): void {
    const current = this.#assets.get(assetId);
    if (!current) return;
    const asset = { ...current, tracks: (current.tracks ?? []).filter(({ id }) => id !== track.id) };
    this.#put(asset);
    this.notify({ type: 'video.asset.track.deleted', asset, part: track });
  }

  /** Replaces the static renditions of an asset and reports the change of one of them. */
  putRenditions(
    assetId: string,
    files: StaticRendition[],
    change: { verb: 'created' | 'ready' | 'skipped' | 'errored' | 'deleted'; part: StaticRendition },
  ): void {
    const current = this.#assets.get(assetId);
    if (!current) return;
    const { static_renditions: _old, ...rest } = current;
    const asset: Asset = files.length > 0 ? { ...rest, static_renditions: { files } } : (rest as Asset);
    this.#put(asset);
    this.notify({ type: `video.asset.static_rendition.${change.verb}`, asset, part: change.part });
  }

  delete(id: string): void {
    const asset = this.#assets.get(id);
    if (!asset) return;
    for (const playbackId of asset.playback_ids ?? []) this.#assetIdsByPlaybackId.delete(playbackId.id);
    this.#assets.delete(id);
    this.#inputs.delete(id);
    this.notify({ type: 'video.asset.deleted', asset });
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

  /** Runs an action later, unless the data is reset or closed before. */
  schedule(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  #put(asset: Asset): void {
    const oldPlaybackIds = this.#assets.get(asset.id)?.playback_ids ?? [];
    for (const { id } of oldPlaybackIds) this.#assetIdsByPlaybackId.delete(id);
    for (const { id } of asset.playback_ids ?? []) this.#assetIdsByPlaybackId.set(id, asset.id);
    this.#assets.set(asset.id, asset);
  }

  /** Notifies the subscribers of a change. */
  notify(event: MediaEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
