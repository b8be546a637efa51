import { isObject } from '../../../core/validators.ts';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';

/** A document as it is stored. */
export type StudioDocument = Readonly<Record<string, unknown>> & { readonly _type: string };

/** The values of a field in the sampled documents. */
export interface FieldStatistics {
  /** The number of objects that could have a value. */
  objects: number;
  readonly values: unknown[];
}

/** The values of each field of a model in sampled documents, by `Type.field`. */
export type SampleStatistics = ReadonlyMap<string, FieldStatistics>;

/** Documents nest objects in a few levels; Sanity allows 20. */
const MAX_DEPTH = 20;

/** Collects the values of the fields of a model, also of those in inline objects. */
export function collectStatistics(
  model: ImportedModel,
  documents: readonly StudioDocument[],
): SampleStatistics {
  const statistics = new Map<string, FieldStatistics>();
  const byStudioType = new Map(
    [...model.types.values()].flatMap((type) =>
      type.type === undefined ? [] : [[type.type, type] as const],
    ),
  );
  const visit = (type: ImportedType, object: Readonly<Record<string, unknown>>, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const field of type.fields) {
      if (field.attribute === undefined) continue;
      const key = `${type.name}.${field.name}`;
      const entry = statistics.get(key) ?? { objects: 0, values: [] };
      statistics.set(key, entry);
      entry.objects += 1;
      const value = valueAt(object, field);
      if (value === undefined || value === null) continue;
      entry.values.push(value);
      for (const item of [value].flat()) visitItem(field, item, depth);
    }
  };
  const visitItem = (field: ImportedField, item: unknown, depth: number): void => {
    if (!isObject(item)) return;
    const type =
      field.kind === 'object'
        ? model.types.get(field.typeName)
        : field.kind === 'union'
          ? byStudioType.get(String(item._type))
          : undefined;
    if (type && type.kind === 'object') visit(type, item, depth + 1);
  };
  const documentTypes = new Map([...byStudioType].filter(([, { kind }]) => kind === 'document'));
  for (const document of documents) {
    const type = documentTypes.get(document._type);
    if (type) visit(type, document, 1);
  }
  return statistics;
}

function valueAt(object: Readonly<Record<string, unknown>>, { path, isList }: ImportedField): unknown {
  const [attribute = '', ...rest] = path;
  const value = object[attribute];
  if (rest.length === 0) return value;
  const inner = (item: unknown) => (isObject(item) ? item[rest[0] as string] : undefined);
  return isList && Array.isArray(value) ? value.map(inner) : inner(value);
}
