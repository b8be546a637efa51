import type { GraphQLSchema } from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import { type ReadableField, readableFields } from './readableFields.ts';
import { imageField } from './roles.ts';

/**
 * Returns the path to the picture of a document: its own field, else a list of images, else an inline object with an image, or a
 * list of such objects, else a video. Empty for documents without pictures.
 */
export function picturePath(
  fields: readonly ReadableField[],
  { model, schema }: { readonly model: Model; readonly schema: GraphQLSchema },
): readonly ReadableField[] {
  const own = imageField(fields) ?? fields.find((field) => field.model.shape === 'image');
  if (own) return [own];
  for (const field of fields) {
    const object = field.model.shape === 'object' ? model.types.get(field.model.typeName) : undefined;
    const inner = object && imageField(readableFields(object, schema));
    if (inner) return [field, inner];
  }
  return fields.filter(({ model: field }) => field.shape === 'video' && !field.isList).slice(0, 1);
}

/** Returns the selection of the picture of a document. @param selection that of the picture */
export const pictureSelection = (path: readonly ReadableField[], selection: string): string =>
  path.reduceRight((inner, { name, model: { isSliced } }, index) => {
    const selected = index === path.length - 1 ? inner : `{ ${inner} }`;
    return `${name}${isSliced ? '(first: 1)' : ''} ${selected}`;
  }, selection);

/** Returns the picture in the data of a document: the first of a list. */
export const pictureIn = (path: readonly ReadableField[], data: Readonly<Record<string, unknown>>): unknown =>
  path.reduce<unknown>((value, { name }) => {
    const inner = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return Array.isArray(inner) ? inner.find((each) => each !== null) : inner;
  }, data);
