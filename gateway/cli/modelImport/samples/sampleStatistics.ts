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

/** Collects the values of the fields of a model, also in inline objects and in rich text. */
export function collectStatistics(
  model: ImportedModel,
  documents: readonly StudioDocument[],
): SampleStatistics {
  const statistics = new Map<string, FieldStatistics>();
  const all = [...model.types.values()];
  const ofRichText = all.filter(({ kind }) => kind === 'richText');
  /** Returns the types that an inline object in a value of a field can have. */
  const typesIn = ({ kind, typeName }: ImportedField): readonly ImportedType[] => {
    if (kind === 'richText') return ofRichText;
    const type = model.types.get(typeName);
    const members = type?.kind === 'union' ? type.members.flatMap((name) => model.types.get(name) ?? []) : [];
    return members.filter((member) => member.kind === 'object');
  };
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
        : typesIn(field).find((inner) => inner.type === item._type);
    if (type) visit(type, item, depth + 1);
    else if (field.kind === 'richText')
      for (const inner of [item.children, item.markDefs].flat()) visitItem(field, inner, depth);
  };
  const byStudioType = new Map(
    all.filter(({ kind }) => kind === 'document').map((type) => [type.type, type] as const),
  );
  for (const document of documents) {
    const type = byStudioType.get(document._type);
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
