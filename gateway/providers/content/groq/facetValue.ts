import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../../core/model/model.ts';
import { sourceOf } from './filters.ts';

/** GROQ for what names a document of one of these types in filters and facets: its slug, or its id where it has none. */
export function slugOrId(types: readonly ModelType[]): string {
  const slugs = types.flatMap((type) => {
    const slug = type.fields.get('slug');
    return slug ? [sourceOf(slug)] : [];
  });
  return `coalesce(${[...new Set(slugs), '_id'].join(', ')})`;
}

/**
 * GROQ for what a document counts under in the facet of one of its fields: the slugs of what it refers to (ids where
 * the type has no slug), or the plain value.
 */
export function facetValue(model: Model, field: ModelField): string {
  const source = sourceOf(field);
  if (field.shape !== 'document' && field.shape !== 'union') return source;
  const value = slugOrId(possibleDocuments(model, field.target as string));
  return field.isList ? `(${source}[]->{"_": ${value}})[]._` : `${source}->{"_": ${value}}._`;
}
