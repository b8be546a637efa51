import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import { lowerFirst, upperFirst } from '../../../core/model/model.ts';
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
  updateField,
} from '../model/importedModel.ts';
import { phraseOfName } from '../model/words.ts';

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
    texts.find(({ name }) => /(title|name|heading|headline)$/i.test(name) && !/^(seo|og|meta)/i.test(name)) ??
    texts.find(({ name }) => name === 'term')
  );
}

/** What the gateway gives to every document type under a name, and the type of its values. */
const SHARED_NAMES: ReadonlyMap<string, { readonly typeName: string; readonly reason: string }> = new Map([
  ['label', { typeName: 'String', reason: 'the text that names a document for people' }],
  ['createdAt', { typeName: 'DateTime', reason: 'the time at which a document was created' }],
  ['updatedAt', { typeName: 'DateTime', reason: 'the time of the last change to a document' }],
]);

/**
 * Renames fields that would take `label`, `createdAt` or `updatedAt` from the documents of all types, because their values have
 * another type, and a `label` beside a title, such as `New` on a product.
 */
export function renameSharedNames(model: ImportedModel): void {
  for (const type of documentsOf(model))
    for (const field of type.fields) {
      const shared = SHARED_NAMES.get(field.name);
      const { attribute, kind, typeName, isList, comments } = field;
      if (!shared || attribute === undefined) continue;
      const isShared = kind === 'scalar' && typeName === shared.typeName && !isList;
      const isLabelled = field.name === 'label' && (labelOf(type) ?? field) !== field;
      const name = fieldName(type, `${lowerFirst(type.name)}${upperFirst(field.name)}`);
      if ((isShared && !isLabelled) || name === undefined) continue;
      const guess = `the field ${name}, because the gateway gives ${field.name} to ${shared.reason}`;
      // A slug may identify the documents.
      const lookup = type.directives.indexOf(`@lookup(by: ["${field.name}"])`);
      if (lookup >= 0) type.directives[lookup] = `@lookup(by: ["${name}"])`;
      updateField(type, field.name, {
        name,
        directives: renamedDirectives(field, name, attribute),
        comments: [...comments, noteGuess(model, `${type.type}.${attribute}`, guess)],
      });
    }
}

/** Returns the directives of a field after a change of its name: one of them names the attribute. */
const renamedDirectives = (
  { directives }: ImportedField,
  name: string,
  attribute: string,
): readonly string[] => {
  if (directives.some((directive) => /^@(groq|asset)\(/.test(directive))) return directives;
  if (directives.includes('@asset'))
    return directives.map((each) =>
      each === '@asset' ? `@asset(field: ${JSON.stringify(attribute)})` : each,
    );
  return [...groqDirective(name, attribute), ...directives];
};

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
