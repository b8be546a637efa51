import type { Asset } from './asset.ts';
import type { MediaStore } from './store.ts';

/** The assets as the management API reads them: a change is seen later than its event is sent. */
export class ReadableAssets {
  readonly #store: MediaStore;
  readonly #assets = new Map<string, Asset>();
  /** Changes made before it was set are not delayed further. */
  #lag = { ms: 0 };

  constructor(store: MediaStore) {
    this.#store = store;
    store.subscribe((event) => {
      if ('upload' in event) return;
      const { id } = event.asset;
      const asset = store.asset(id);
      const lag = this.#lag;
      if (lag.ms === 0) this.#put(id, asset);
      else
        store.schedule(lag.ms, () => {
          if (lag === this.#lag) this.#put(id, asset);
        });
    });
  }

  get lagMs(): number {
    return this.#lag.ms;
  }

  /** Sets the delay of changes from now on; earlier changes are seen at once. */
  setLag(ms: number): void {
    this.#lag = { ms };
    this.#assets.clear();
    for (const asset of this.#store.assets()) this.#assets.set(asset.id, asset);
  }

  get(id: string): Asset | undefined {
    return this.#assets.get(id);
  }

  /** Returns all assets, newest first, as Mux lists them. */
  all(): Asset[] {
    return [...this.#assets.values()].reverse().sort((a, b) => Number(b.created_at) - Number(a.created_at));
  }

  #put(id: string, asset: Asset | undefined): void {
    if (asset) this.#assets.set(id, asset);
    else this.#assets.delete(id);
  }
}
