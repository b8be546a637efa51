import type { ImportedField, ImportedType } from '../model/importedModel.ts';

/** Names of fields that name a document for people, the best first. */
const LABELS = [
  'title',
  'name',
  'heading',
  'headline',
  'label',
  'question',
  'fullName',
  'displayName',
  'siteTitle',
];

/** Returns the field that names a document; undefined if there is none. */
export function labelOf({ fields }: ImportedType): ImportedField | undefined {
  const texts = fields.filter(
    ({ kind, typeName, isList }) => kind === 'scalar' && typeName === 'String' && !isList,
  );
  const named = LABELS.flatMap((label) => texts.find(({ name }) => name === label) ?? [])[0];
  return named ?? texts.find(({ name }) => /(title|name)$/i.test(name) && !/^(seo|og|meta)/i.test(name));
}
