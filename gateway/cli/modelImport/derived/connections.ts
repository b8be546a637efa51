import { constantCase, upperFirst } from '../../../core/model/model.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import {
  documentsOf,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  newField,
} from '../model/importedModel.ts';
import { numbered, pluralName } from '../model/typeNames.ts';
import { phraseOfName } from '../model/words.ts';

/**
 * Makes the lists of references in documents connections, as the other lists of documents are. Lists in inline objects remain
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
  (isPath(attribute) || !directives.some((directive) => directive.startsWith('@groq')));

/** A connection is nullable, because its arguments can be invalid. Its size is the size of a page. */
const connectionOf = (field: ImportedField): ImportedField => ({
  ...field,
  isConnection: true,
  isList: false,
  isRequired: false,
  directives: field.directives.filter((directive) => !directive.startsWith('@listSize')),
});

/** A reference, through at most this many fields, gets a field on the other side. */
const MAX_PATH_FIELDS = 2;
/**
 * A reference to more types is a link to any page, and gets no inverses: a link that each of n types has would add n fields to each of
 * these types.
 */
const MAX_TARGETS = 10;

/** A field of a document type, possibly within inline objects, that refers to documents. */
interface Reference {
  readonly source: ImportedType;
  /** The names of the fields, from the document to the reference. */
  readonly path: readonly string[];
  readonly targets: readonly ImportedType[];
}

/**
 * Adds a connection to the targets of references, with the documents that refer to them.
 * @param singletons names of document types with one document
 */
export function addInverses(model: ImportedModel, singletons: ReadonlySet<string>): void {
  const references = documentsOf(model).flatMap((source) =>
    singletons.has(source.name) || isPrivate(source) ? [] : referencesOf(model, source, source.fields, []),
  );
  for (const { source, path, targets } of references)
    for (const target of targets)
      if (!singletons.has(target.name)) target.fields.push(inverseField(source, path, target));
}

function referencesOf(
  model: ImportedModel,
  source: ImportedType,
  fields: readonly ImportedField[],
  path: readonly string[],
): Reference[] {
  return fields.flatMap((field): Reference[] => {
    const here = [...path, field.name];
    if (field.attribute === undefined || isPrivate(field)) return [];
    const isPlain = field.directives.every((directive) => !directive.startsWith('@groq'));
    // `@inverse` names a path of attributes, which a value in one language is not.
    if (!isPlain || field.isLocalized) return [];
    const type = model.types.get(field.typeName);
    if (field.kind === 'document' && type) return [{ source, path: here, targets: [type] }];
    if (field.kind === 'union') {
      const members = (type?.members ?? []).flatMap((name) => model.types.get(name) ?? []);
      const targets = members.filter(({ kind }) => kind === 'document');
      const isRelation = targets.length === members.length && targets.length <= MAX_TARGETS;
      return isRelation ? [{ source, path: here, targets }] : [];
    }
    if (field.kind === 'object' && type && here.length < MAX_PATH_FIELDS)
      return referencesOf(model, source, type.fields, here);
    return [];
  });
}

function inverseField(source: ImportedType, path: readonly string[], target: ImportedType): ImportedField {
  const plural = pluralName(source.name);
  const taken = new Set(['CREATED_AT', 'UPDATED_AT', ...target.fields.map(({ name }) => constantCase(name))]);
  const isFree = (name: string) => !taken.has(constantCase(name));
  const byPath = `${plural}By${path.map(upperFirst).join('')}`;
  // A field `articles` of an article would read as the articles to which it refers.
  const candidates = source === target ? [byPath] : [plural, byPath];
  const name = candidates.find(isFree) ?? numbered(plural, isFree);
  const field = path.join('.');
  return newField({
    name,
    typeName: source.name,
    kind: 'document',
    isConnection: true,
    inverse: { source: source.name, path },
    directives: [`@inverse(field: ${JSON.stringify(field)})`],
    description: `The ${phraseOfName(plural)} that refer to it by \`${field}\`.`,
  });
}
