import { persistentStore } from '../lib/persistentStore.ts';

/** A page that was read and has a copy. */
export interface RecentPage {
  readonly path: string;
  /** The size of its copy with the scripts and images. */
  readonly bytes: number;
}

export const MAX_RECENT_PAGES = 10;
export const MAX_RECENT_BYTES = 25_000_000;

/** Returns the latest pages within the limits of number and size. @param pages latest first */
export const boundRecentPages = (pages: readonly RecentPage[]): RecentPage[] => {
  const kept: RecentPage[] = [];
  let bytes = 0;
  for (const page of pages.slice(0, MAX_RECENT_PAGES)) {
    bytes += page.bytes;
    if (bytes > MAX_RECENT_BYTES) break;
    kept.push(page);
  }
  return kept;
};

const isRecentPage = (value: unknown): value is RecentPage => {
  const { path, bytes } = (value ?? {}) as Partial<RecentPage>;
  return typeof path === 'string' && path.startsWith('/') && typeof bytes === 'number' && bytes >= 0;
};

/** The pages that were read last and have copies in this browser, latest first. */
export const recentPagesStore = persistentStore<readonly RecentPage[]>({
  key: 'recent-pages',
  empty: [],
  parse: (value) => (Array.isArray(value) ? boundRecentPages(value.filter(isRecentPage)) : null),
});
