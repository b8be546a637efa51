/** An operation on a published document, as the content service's webhooks name it. */
export type ContentOperation = 'create' | 'update' | 'delete';

/** A changed document; `id` is the id of its published version. */
export interface ChangedDocument {
  readonly id: string;
  /** Its `_type`, if the event names it. */
  readonly type?: string | undefined;
  /** The operation on its published version, if the event names it. */
  readonly operation?: ContentOperation | undefined;
  /** Its `_rev`, if the event names it. A repeated revision is not a change. */
  readonly revision?: string | undefined;
  /** Time of the change (ISO 8601), if the event names it. A source with an older version lags. */
  readonly updatedAt?: string | undefined;
  /** Time of the deletion (ISO 8601), if the event is one. A source that still has the document lags. */
  readonly deletedAt?: string | undefined;
}

/**
 * True if a change was made before another one. The times of versions can be in whole seconds, and the times of
 * deletions have milliseconds: then they are compared in whole seconds.
 */
export function isEarlierChange(change: ChangedDocument, other: ChangedDocument): boolean {
  const times = [change, other].map(({ updatedAt, deletedAt }) => deletedAt ?? updatedAt ?? '');
  const hasDeletion = change.deletedAt !== undefined || other.deletedAt !== undefined;
  const unitMs = hasDeletion && !times.every((time) => time.includes('.')) ? 1_000 : 1;
  const [at, otherAt] = times.map((time) => Math.floor(Date.parse(time) / unitMs)) as [number, number];
  return at < otherAt;
}

/** What an event tells about an asset, or about a part of it. */
export interface AssetEvent<Asset = unknown> {
  /** Id of the track or name of the file that the event is about; undefined for the asset itself. */
  readonly part?: string | undefined;
  /** Time of the event (ISO 8601). */
  readonly createdAt: string;
  readonly isDeletion: boolean;
  /** The asset in the event, which has only the part if it is about one; null if the event has no readable one. */
  readonly state: Asset | null;
}

/** A changed media asset as it was read after the event; null when it no longer exists. */
export interface ChangedAsset<Asset = unknown> {
  readonly id: string;
  readonly asset: Asset | null;
  /** The newest events of the asset and its parts. A source whose asset is older than one of them lags. */
  readonly events?: readonly AssetEvent<Asset>[];
}

/** A change at a provider. Webhooks, live events and polling all end in this type. */
export interface Change<Asset = unknown> {
  readonly source: 'content' | 'media';
  /** Cache tags of every response that may be outdated. */
  readonly tags: readonly string[];
  readonly documents: readonly ChangedDocument[];
  readonly assets: readonly ChangedAsset<Asset>[];
  /** Every cached value may be outdated: it is unknown what depends on the change. */
  readonly shouldInvalidateAll?: boolean;
  /** Events were missed: subscribers may be out of date, and documents may have been deleted. */
  readonly hasGap?: boolean;
  /** True if the documents were read from the source as the change names them: the source does not lag behind it. */
  readonly wasRead?: boolean;
  /** True if a webhook delivered the documents. */
  readonly isDelivered?: boolean;
  /** True if the change was published before its source returned it: subscribers may have read the old state. */
  readonly isRepeated?: boolean;
}

/** The change that stands for missed events. */
export const MISSED_EVENTS: Change<never> = {
  source: 'content',
  tags: [],
  documents: [],
  assets: [],
  shouldInvalidateAll: true,
  hasGap: true,
};
