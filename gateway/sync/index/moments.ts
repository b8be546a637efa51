import type { Model } from '../../core/model/model.ts';
import { assetAttributes, type RecordRow } from '../../core/model/searchRecord.ts';
import { type CaptionTrack, facetValuesOf, momentRecords } from '../../providers/search/records.ts';
import type { IndexRecord } from '../../providers/search/writer.ts';

/** Returns the ids of the media assets in a document, each once. */
export function assetIdsOf(model: Model, row: Pick<RecordRow, '_type' | '@assets'>): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const ids = type && assetAttributes(type).length > 0 ? row['@assets'] : [];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

/**
 * Builds the moments of a document's videos from their current captions.
 * @throws UpstreamError
 */
export async function momentsOf(
  model: Model,
  { readCues }: { readCues(asset: string): Promise<readonly CaptionTrack[]> },
  row: RecordRow,
): Promise<readonly IndexRecord[]> {
  const moments = new Map<string, IndexRecord>();
  const facetValues = facetValuesOf(model, row);
  for (const asset of assetIdsOf(model, row))
    for (const record of momentRecords(row, asset, await readCues(asset), facetValues))
      if (!moments.has(record.objectID)) moments.set(record.objectID, record);
  return [...moments.values()];
}
