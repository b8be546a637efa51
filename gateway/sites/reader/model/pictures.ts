import { type FieldPath, innerFields, type PathOptions } from './fieldPaths.ts';
import type { ReadableField } from './readableFields.ts';
import { imageField } from './roles.ts';

/**
 * Returns the path to the picture of a document: its own field, else a list of images, else an inline object with an image, or a
 * list of such objects, else a video. Empty for documents without pictures.
 */
export function picturePath(fields: readonly ReadableField[], options: PathOptions): FieldPath {
  const own = imageField(fields) ?? fields.find((field) => field.model.shape === 'image');
  if (own) return [own];
  for (const field of fields) {
    const image = imageField(innerFields(field, options));
    if (image) return [field, image];
  }
  return fields.filter(({ model: field }) => field.shape === 'video' && !field.isList).slice(0, 1);
}
