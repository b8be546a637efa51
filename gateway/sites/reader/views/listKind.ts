import { type Model, type ModelField, possibleDocuments } from '../../../core/model/model.ts';

/** The kind of the items of a list; `links` are documents. */
export type ListKind = 'values' | 'objects' | 'pictures' | 'links';

/** Returns the members of a union or an interface; none for other fields. */
export const memberNames = (model: Model, { typeName }: ModelField): readonly string[] =>
  typeName === 'Node'
    ? possibleDocuments(model, typeName).map(({ name }) => name)
    : (model.unions.get(typeName) ?? []);

/** Returns the form of the items of a field. */
export function listKindOf(model: Model, field: ModelField): ListKind {
  const { shape } = field;
  if (shape === 'image') return 'pictures';
  if (['scalar', 'enum', 'file', 'geoPoint'].includes(shape)) return 'values';
  const isDocument = (name: string) => model.types.get(name)?.document !== undefined;
  const areDocuments =
    shape === 'document' ||
    shape === 'connection' ||
    (shape === 'union' && memberNames(model, field).every(isDocument));
  return areDocuments ? 'links' : 'objects';
}
