/** The tag of every response. */
export const ALL_TAG = 'trivium';
/** CDNs accept up to 16 kB of tags, and clients 16 kB of headers in total. */
const MAX_CACHE_TAG_CHARACTERS = 8 * 1024;

/** A response that a CDN could store. */
interface StorableResponse {
  readonly tags: readonly string[];
  /** Its remaining lifetime. */
  readonly ttlSeconds: number;
  /** False if it is for one client, or depends on more headers than a CDN distinguishes. */
  readonly isPublic: boolean;
}

/**
 * Returns the `Cache-Tag` by which a CDN stores a response until it is purged; undefined if none may store it. Tags that exceed
 * the header could not be purged.
 * @param hasCdnPurge whether the gateway purges a CDN; otherwise the tags would only make the response longer, by up to 8 kB
 */
export function cacheTagOf(
  { tags, ttlSeconds, isPublic }: StorableResponse,
  hasCdnPurge: boolean,
): string | undefined {
  if (!isPublic || ttlSeconds < 1) return undefined;
  const cacheTag = hasCdnPurge ? joined(tags) : ALL_TAG;
  return cacheTag.length <= MAX_CACHE_TAG_CHARACTERS ? cacheTag : undefined;
}

/** All readers of a cached response have the same array of tags. */
const joinedTags = new WeakMap<readonly string[], string>();

function joined(tags: readonly string[]): string {
  const text = joinedTags.get(tags) ?? [ALL_TAG, ...tags].join(',');
  joinedTags.set(tags, text);
  return text;
}
