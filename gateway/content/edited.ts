import type { EditedSearch } from '../context.ts';
import type { Model, ModelField, ModelType } from '../model.ts';
import { filterConditions, sourceOf } from './filters.ts';
import type { Groq } from './groq.ts';

/** Documents of a perspective that are looked through; the newest are. */
const MOST_EDITED = 200;
/** Words of a query that are looked for. */
const MOST_WORDS = 12;

/**
 * The documents of these types that are another version than the published one, the newest first, and of each whether
 * it is what is searched for: `{id, matches}`. A word is found where a text field has one that begins with it.
 */
export function editedDocuments(
  model: Model,
  types: readonly ModelType[],
  { query, filter }: EditedSearch,
): Groq {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS) ?? [];
  return (scope) => {
    const patterns = words.length > 0 ? scope.param(words.map((word) => `${word}*`)) : undefined;
    const cases = types.map((type) => {
      const conditions = [
        ...(patterns ? [`[${textsOf(type).join(', ')}] match ${patterns}`] : []),
        ...refinements(model, type, filter, scope.param),
      ];
      return `_type == "${type.document?.type}" => ${conditions.length > 0 ? conditions.join(' && ') : 'true'}`;
    });
    const names = scope.param(types.flatMap(({ document }) => document?.type ?? []));
    return `*[_type in ${names} && _originalId != _id] | order(_updatedAt desc)[0...${MOST_EDITED}]{"id": _id, "matches": coalesce(select(${cases.join(', ')}), false)}`;
  };
}

/** The texts of a document in which words are looked for; one that is not there is empty. */
const textsOf = (type: ModelType): string[] =>
  [...type.fields.values()].flatMap((field) => {
    if (!field.searchable || (field.origin.kind !== 'attribute' && field.origin.kind !== 'groq')) return [];
    if (field.shape === 'richText') return [`coalesce(pt::text(${sourceOf(field)}), "")`];
    return field.typeName === 'String' && !field.isList ? [`coalesce(${sourceOf(field)}, "")`] : [];
  });

/** A filter of a search as conditions on a document; a type without a field that is refined by has no such document. */
function refinements(
  model: Model,
  type: ModelType,
  filter: EditedSearch['filter'],
  param: (value: unknown) => string,
): string[] {
  return Object.entries(filter).flatMap(([name, refinement]) => {
    const given = Object.entries(refinement ?? {}).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    );
    if (given.length === 0) return [];
    const field = type.fields.get(name);
    if (!field) return ['false'];
    const asked = Object.fromEntries(given.map(([key, value]) => [key, typed(field, value)]));
    return filterConditions(model, type, { [name]: asked }, param);
  });
}

/** Facet values are texts, also those of a field that is one way or the other. */
const typed = ({ typeName }: ModelField, value: unknown): unknown =>
  typeName === 'Boolean' && Array.isArray(value) ? value.map((text) => text === 'true') : value;
