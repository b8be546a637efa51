import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import { type ImportedField, type ImportedType, isPrivate } from '../model/importedModel.ts';

/** Returns the field that names a document; undefined if there is none. */
export function labelOf({ fields }: ImportedType): ImportedField | undefined {
  const texts = fields.filter(
    (field) => field.kind === 'scalar' && field.typeName === 'String' && !field.isList && !isPrivate(field),
  );
  const named = [...LABEL_NAMES, 'siteTitle'].flatMap(
    (label) => texts.find(({ name }) => name === label) ?? [],
  )[0];
  return (
    named ??
    texts.find(({ name }) => /(title|name|heading|headline)$/i.test(name) && !/^(seo|og|meta)/i.test(name))
  );
}
