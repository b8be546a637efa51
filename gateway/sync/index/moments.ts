import type { CaptionTrack } from '../../core/captionTrack.ts';
import { briefCauseOf } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { playbackIdsFor } from '../../core/model/namedPlaybackIds.ts';
import { assetAttributes, hasVideos, type RecordRow } from '../../core/model/searchRecord.ts';
import { facetValuesOf, momentRecords } from '../../providers/search/indexing/records.ts';
import {
  fitRecord,
  type IndexRecord,
  type SkippedRecord,
} from '../../providers/search/records/recordSize.ts';

/** The moments of a document. */
export interface DocumentMoments {
  readonly records: readonly IndexRecord[];
  readonly skipped: readonly SkippedRecord[];
  /** The captions that cannot be read. Their moments in the index stay. */
  readonly unread: readonly UnreadCaptions[];
}

/** Captions that cannot be read. */
export interface UnreadCaptions {
  readonly document: string;
  readonly asset: string;
  /** Undefined if the asset cannot be read. */
  readonly track?: string;
  readonly error: unknown;
}

/** Reads the captions of a media asset. */
export interface CaptionSource {
  /** @param playbackIds those that documents of videos name for the asset */
  readCues(asset: string, playbackIds: readonly string[]): Promise<readonly CaptionTrack[]>;
}

/** Returns whether documents of a `_type` can have moments; without it, whether documents of any type can. */
export function canHaveMoments(model: Model, documentType?: string): boolean {
  if (documentType === undefined) return hasVideos(model);
  const type = model.types.get(model.typeOfDocument.get(documentType) ?? '');
  return type !== undefined && assetAttributes(type).length > 0;
}

/** Returns the ids of the media assets in a document, each once. */
export function assetIdsOf(model: Model, row: Pick<RecordRow, '_type' | '@assets'>): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const ids = type && assetAttributes(type).length > 0 ? row['@assets'] : [];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

/** Builds the moments of a document's videos from their current captions. */
export async function momentsOf(
  model: Model,
  { readCues }: CaptionSource,
  row: RecordRow,
): Promise<DocumentMoments> {
  const document = row.objectID;
  const moments: IndexRecord[] = [];
  const unread: UnreadCaptions[] = [];
  const facetValues = facetValuesOf(model, row);
  for (const [i, asset] of assetIdsOf(model, row).entries()) {
    try {
      const tracks = await readCues(asset, playbackIdsFor(asset, row['@named']));
      for (const { track, error } of tracks) if (error) unread.push({ document, asset, track, error });
      moments.push(...momentRecords(row, { asset, isFirst: i === 0, tracks }, facetValues));
    } catch (error) {
      unread.push({ document, asset, error });
    }
  }
  const fitted = moments.map((moment) => fitRecord(moment, 'text'));
  return {
    records: fitted.flatMap(({ records }) => records),
    skipped: fitted.flatMap(({ skipped }) => skipped ?? []),
    unread,
  };
}

/** True for a moment of captions that cannot be read, which may still be right. */
export const isUnread = (record: IndexRecord, unread: readonly UnreadCaptions[]): boolean =>
  unread.some(
    ({ document, asset, track }) =>
      record.document === document &&
      record.asset === asset &&
      (track === undefined || record.track === track),
  );

/** Returns the line of a report on captions that cannot be read. */
export const describeUnread = ({ document, asset, track, error }: UnreadCaptions): SkippedRecord => ({
  objectID: `${document}:${asset}${track === undefined ? '' : `:${track}`}`,
  reason: `the captions cannot be read: ${briefCauseOf(error)}`,
});
