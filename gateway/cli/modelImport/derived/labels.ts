import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import { fieldName, groqDirective } from '../mapping/fieldNames.ts';
import {
  documentsOf,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  isSlug,
  noteGuess,
} from '../model/importedModel.ts';
import { phraseOfName, upperFirst } from '../model/words.ts';

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

/**
 * Adds the plain text of the title to documents whose title is rich text, so that search finds the documents and links to them have a
 * text: `plainTitle` of `title`.
 */
export function addRichTextTitles(model: ImportedModel): void {
  for (const type of documentsOf(model)) {
    if (labelOf(type)) continue;
    const title = LABEL_NAMES.flatMap((label) => type.fields.find(({ name }) => name === label) ?? [])[0];
    const { attribute = '', kind, isList, isLocalized } = title ?? {};
    if (!title || kind !== 'richText' || isList || isLocalized || isPrivate(title)) continue;
    const name = fieldName(type, `plain${upperFirst(title.name)}`);
    if (name === undefined || !isPath(attribute)) continue;
    const text = `also the field ${name}, the plain text of ${title.name}, by which search finds the documents`;
    type.fields.push({
      ...title,
      name,
      typeName: 'String',
      kind: 'scalar',
      directives: [`@groq(expr: "pt::text(${attribute})")`],
      description: `The plain text of \`${title.name}\`.`,
      comments: [noteGuess(model, `${type.type}.${attribute}`, text)],
    });
  }
}

/** Names of objects whose titles name no document. Their slugs can name one. */
const OF_PARTS = /seo|meta|social|link|button|cta|image|media|footer|banner/i;

/**
 * Adds the title and the slug of an object in a document to documents without a title or a slug: a product whose shop data are an
 * object `store` is found by `store.title` and `store.slug`.
 * @param singletons names of document types with one document
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
  isPath(attribute);

/** Adds a field to a document that reads the value of a field of one of its objects. */
function addInnerField(
  model: ImportedModel,
  document: ImportedType,
  { attribute: object = '' }: ImportedField,
  inner: ImportedField,
): void {
  const isFree = fieldName(document, inner.name) === inner.name;
  const name = isFree ? inner.name : fieldName(document, `${object}${upperFirst(inner.name)}`);
  if (name === undefined || !inner.path.every(isPath)) return;
  const path = [object, ...inner.path];
  const text = `also the field ${name}, because documents of the type have no ${inner.name} of their own`;
  if (isSlug(inner) && name !== 'slug') document.directives.push(`@lookup(by: ["${name}"])`);
  document.fields.push({
    ...inner,
    name,
    attribute: object,
    path,
    isRequired: false,
    isRequiredInStudio: false,
    directives: groqDirective(name, object, `.${inner.path.join('.')}`),
    description: `The ${phraseOfName(inner.name)}, from \`${object}\`.`,
    comments: [noteGuess(model, `${document.type}.${path.join('.')}`, text)],
  });
}
