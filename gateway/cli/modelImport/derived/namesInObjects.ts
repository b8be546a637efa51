import { fieldName, groqDirective, isPlainAttribute } from '../mapping/fieldNames.ts';
import {
  documentsOf,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isSlug,
} from '../model/importedModel.ts';
import { phraseOfName, upperFirst } from '../model/words.ts';
import { labelOf } from './labels.ts';

/** Names of objects whose titles name no document; their slugs can. */
const OF_PARTS = /seo|meta|social|link|button|cta|image|media|footer|banner/i;

/**
 * Adds the title and the slug of an object in a document to documents without their own: a product whose shop data are an
 * object `store` is found by `store.title` and `store.slug`.
 * @param singletons names of document types of which there is one
 */
export function addNamesInObjects(model: ImportedModel, singletons: ReadonlySet<string>): void {
  for (const document of documentsOf(model)) {
    if (singletons.has(document.name)) continue;
    const ownLabel = labelOf(document);
    const ownSlug = document.fields.find(isSlug);
    if (ownLabel && ownSlug) continue;
    const names = document.fields.flatMap((field) => {
      const type = isPartWithName(field) ? model.types.get(field.typeName) : undefined;
      return type ? [{ field, label: labelOf(type), slug: type.fields.find(isSlug) }] : [];
    });
    const named = names.filter(({ field }) => !OF_PARTS.test(field.name));
    const best = named.find(({ label, slug }) => label && slug) ?? named.find(({ label }) => label);
    const withSlug = best?.slug ? best : names.find(({ slug }) => slug);
    if (!ownLabel && best?.label) addInnerField(model, document, best.field, best.label);
    if (!ownSlug && withSlug?.slug) addInnerField(model, document, withSlug.field, withSlug.slug);
  }
}

const isPartWithName = ({ attribute, kind, isList, isLocalized, directives }: ImportedField): boolean =>
  kind === 'object' &&
  !isList &&
  !isLocalized &&
  directives.length === 0 &&
  attribute !== undefined &&
  isPlainAttribute(attribute);

/** Adds a field to a document that reads the value of a field of one of its objects. */
function addInnerField(
  model: ImportedModel,
  document: ImportedType,
  { attribute: object = '' }: ImportedField,
  inner: ImportedField,
): void {
  const isFree = fieldName(document, inner.name) === inner.name;
  const name = isFree ? inner.name : fieldName(document, `${object}${upperFirst(inner.name)}`);
  if (name === undefined || !inner.path.every(isPlainAttribute)) return;
  const path = [object, ...inner.path];
  const directive = groqDirective(name, object, `.${inner.path.join('.')}`);
  const text = `also the field ${name}, because documents of the type have no ${inner.name} of their own`;
  model.notes.push({ kind: 'guess', path: `${document.type}.${path.join('.')}`, text });
  if (isSlug(inner) && name !== 'slug') document.directives.push(`@lookup(by: ["${name}"])`);
  document.fields.push({
    ...inner,
    name,
    attribute: object,
    path,
    isRequired: false,
    isRequiredInStudio: false,
    directives: directive === undefined ? [] : [directive],
    description: `The ${phraseOfName(inner.name)}, from \`${object}\`.`,
    comments: [`Guess: ${text}.`],
  });
}
