import { contentTags } from '../../../core/cacheTags.ts';
import { type Change, MISSED_EVENTS } from '../../../core/change.ts';
import { describeType } from '../../../core/describeValue.ts';
import { readDelivery, WebhookRejected } from '../../../services/upstream/webhook.ts';
import {
  boundedSyncTags,
  isSyncTag,
  MAX_SYNC_TAG_CHARACTERS,
  type SyncTags,
} from '../bounds/boundedLiveEvents.ts';

/** Returns the change of the data with these tags, which name no documents. */
export const changeOfSyncTags = (syncTags: SyncTags): Change<never> =>
  syncTags === 'all'
    ? MISSED_EVENTS
    : { source: 'content', tags: contentTags([...syncTags], []), documents: [], assets: [] };

/**
 * Reads a delivery `{"syncTags": […]}`: what Sanity tells a function of the type `sync-tag-invalidate`.
 * @throws WebhookRejected for another body
 */
export function readSyncTags(body: string): SyncTags {
  const { syncTags } = readDelivery(body);
  if (!Array.isArray(syncTags)) throw rejected('a list syncTags', describeType(syncTags));
  if (syncTags.length === 0) throw rejected('at least one sync tag', 'an empty list');
  const faulty = syncTags.findIndex((tag) => !isSyncTag(tag));
  if (faulty >= 0) {
    const actual = typeof syncTags[faulty] === 'string' ? 'another text' : describeType(syncTags[faulty]);
    throw rejected(
      `sync tags of 1 to ${MAX_SYNC_TAG_CHARACTERS} characters without spaces and commas`,
      `${actual} at syncTags[${faulty}]`,
    );
  }
  return boundedSyncTags(syncTags);
}

const rejected = (expected: string, actual: string): WebhookRejected =>
  new WebhookRejected(`expected ${expected}, got ${actual}; let the function send event.data as it is`, 400);
