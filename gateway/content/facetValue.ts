import { type Model, type ModelField, possibleDocuments } from '../model.ts';
import { sourceOf } from './filters.ts';

/**
 * GROQ for what a document counts under in the facet of one of its fields: the slugs of what it refers to (ids where
 * the type has no slug), or the plain value.
 */
export function facetValue(model: Model, field: ModelField): string {
  const source = sourceOf(field);
  if (field.shape !== 'document' && field.shape !== 'union') return source;
  const slugs = possibleDocuments(model, field.target as string).flatMap((type) => {
    const slug = type.fields.get('slug');
    return slug ? [sourceOf(slug)] : [];
  });
  const value = `coalesce(${[...new Set(slugs), '_id'].join(', ')})`;
  return field.isList ? `(${source}[]->{"_": ${value}})[]._` : `${source}->{"_": ${value}}._`;
}
