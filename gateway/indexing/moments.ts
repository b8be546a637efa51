import type { Model } from '../model/model.ts';
import { assetAttributes, type RecordRow } from '../model/searchables.ts';
import { type CaptionTrack, facetValuesOf, momentRecords } from '../search/records.ts';
import type { IndexRecord } from '../search/writer.ts';

/** The media assets a document bears, each once. */
export function assetsOf(model: Model, row: Pick<RecordRow, '_type' | '@assets'>): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const ids = type && assetAttributes(type).length > 0 ? row['@assets'] : [];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

/**
 * The moments of a document's films, as their captions are now.
 * @throws UpstreamError
 */
export async function momentsOf(
  model: Model,
  { readCues }: { readCues(asset: string): Promise<readonly CaptionTrack[]> },
  row: RecordRow,
): Promise<readonly IndexRecord[]> {
  const moments = new Map<string, IndexRecord>();
  const of = facetValuesOf(model, row);
  for (const asset of assetsOf(model, row))
    for (const record of momentRecords(row, asset, await readCues(asset), of))
      if (!moments.has(record.objectID)) moments.set(record.objectID, record);
  return [...moments.values()];
}
