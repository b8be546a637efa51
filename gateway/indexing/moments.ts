import type { Model } from '../model.ts';
import { assetAttributes, type RecordRow } from '../searchables.ts';

/** The media assets a document bears, each once. */
export function assetsOf(model: Model, row: RecordRow): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const ids = type && assetAttributes(type).length > 0 ? row['@assets'] : [];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}
