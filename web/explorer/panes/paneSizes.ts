import { persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';

/** Where panes end, in percent of what contains them. */
export interface PaneSizes {
  /** The right edge of the library. */
  readonly library: number;
  /** The right edge of the operation. */
  readonly operation: number;
  /** The lower edge of the document. */
  readonly document: number;
}

export const DEFAULT_SIZES: PaneSizes = { library: 20, operation: 60, document: 70 };

/** The least and the greatest size of each pane. The panes between them keep some width. */
export const SIZE_LIMITS: Readonly<Record<keyof PaneSizes, readonly [min: number, max: number]>> = {
  library: [10, 35],
  operation: [45, 85],
  document: [15, 85],
};

const store = persistentStore<PaneSizes>({
  key: 'explorer-panes',
  empty: DEFAULT_SIZES,
  parse: (value) => {
    const sizes = value as Partial<PaneSizes> | null;
    const sizeOf = (pane: keyof PaneSizes) => clampedSize(pane, Number(sizes?.[pane] ?? Number.NaN));
    return { library: sizeOf('library'), operation: sizeOf('operation'), document: sizeOf('document') };
  },
});

/** Returns the nearest allowed size; the default for what is no number. */
function clampedSize(pane: keyof PaneSizes, size: number): number {
  const [min, max] = SIZE_LIMITS[pane];
  return Number.isNaN(size) ? DEFAULT_SIZES[pane] : Math.min(max, Math.max(min, Math.round(size)));
}

/** Changes the size of a pane, within its limits. */
export const resizePane = (pane: keyof PaneSizes, size: number): void =>
  store.update((sizes) => ({ ...sizes, [pane]: clampedSize(pane, size) }));

/** Returns the sizes of the panes, which are stored. */
export const usePaneSizes = (): PaneSizes => usePersistentStore(store);
