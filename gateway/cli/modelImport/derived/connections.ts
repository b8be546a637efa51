import { isPlainAttribute } from '../mapping/fieldNames.ts';
import { documentsOf, type ImportedField, type ImportedModel } from '../model/importedModel.ts';

/**
 * Makes the lists of references in documents connections, as the other lists of documents are. Those in inline objects remain
 * lists, and so do values in several languages and attributes that only an expression reads.
 */
export function addConnections(model: ImportedModel): void {
  for (const type of documentsOf(model))
    type.fields = type.fields.map((field) => (isPaged(field) ? connectionOf(field) : field));
}

const isPaged = ({ kind, isList, isLocalized, directives, attribute }: ImportedField): boolean =>
  kind === 'document' &&
  isList &&
  !isLocalized &&
  attribute !== undefined &&
  (isPlainAttribute(attribute) || !directives.some((directive) => directive.startsWith('@groq')));

/** A connection is nullable, because its arguments can be invalid. Its size is that of a page. */
const connectionOf = (field: ImportedField): ImportedField => ({
  ...field,
  typeName: `${field.typeName}Connection`,
  isList: false,
  isRequired: false,
  directives: field.directives.filter((directive) => !directive.startsWith('@listSize')),
});
