import { labelOf } from '../derived/labels.ts';
import {
  documentsOf,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  isSlug,
  noteGuess,
  pathOfType,
  REQUIRES_PRIVATE,
  updateField,
} from '../model/importedModel.ts';
import { ADDRESS, INTERNAL_NOTE, type PrivateKind, privateKindOfName } from './attributeNames.ts';
import { type Context, contextOf, isPublicUse } from './publicPlaces.ts';
import { hasPublicFace, isSubmission, recordKind } from './recordTypes.ts';
import { privateKindOfValues } from './sampledValues.ts';

export interface PrivateDataOptions {
  /** Returns the sampled values of a field `Type.field`. */
  valuesOf(coordinate: string): readonly unknown[];
  /** Returns whether the user says that a path of the studio is public, e.g. `order` or `person.email`. */
  isPublic(path: string): boolean;
  /** The names of the document types with one document, such as the settings of a site. */
  readonly singletons: ReadonlySet<string>;
}

/** A field with data about people, and how a report says what shows it. */
interface PrivateField {
  readonly field: ImportedField;
  readonly kind: PrivateKind;
  readonly reason: string;
}

/**
 * Adds `@requiresScopes` to the types and attributes with data about people, as their names and their sampled values show, and a
 * note for each. docs/private-data.md states the rules.
 */
export function addPrivateData(model: ImportedModel, options: PrivateDataOptions): void {
  const contexts = new Map<ImportedType, Set<Context>>();
  for (const type of documentsOf(model)) {
    const context = options.singletons.has(type.name) ? 'organisation' : contextOf(type);
    protectDocuments(model, type, context, options);
    if (!isPrivate(type)) addContexts(model, type, context, contexts);
  }
  const inText = typesInText(model);
  for (const type of model.types.values()) {
    if (type.kind !== 'object' && type.kind !== 'richText') continue;
    const found = privateFields(model, type, contextOfObject(type, contexts.get(type)), options);
    // The JSON of a text contains whole objects, so that a guard of a part would protect nothing.
    if (inText.has(type)) notePublishedInText(model, type, found);
    else protectFields(model, type, found);
  }
}

/** Protects a document type, or some of its fields. */
function protectDocuments(
  model: ImportedModel,
  type: ImportedType,
  context: Context,
  options: PrivateDataOptions,
): void {
  const path = pathOfType(type);
  const found = privateFields(model, type, context, options);
  const label = labelOf(type);
  // Search, links and addresses show the names of documents.
  const named = found.find(({ field }) => field === label || isSlug(field));
  const reason = named
    ? `its ${named.field.attribute} is ${named.reason}`
    : reasonOfType(type, found, context);
  if (reason !== undefined) model.sensitive.add(type.name);
  if (reason === undefined || options.isPublic(path)) protectFields(model, type, found);
  else {
    model.notes.push({ kind: 'private', path, text: reason });
    type.directives.push(REQUIRES_PRIVATE);
  }
}

/** Returns why all documents of a type are private; undefined if they are not. */
function reasonOfType(
  type: ImportedType,
  found: readonly PrivateField[],
  context: Context,
): string | undefined {
  const kind = recordKind(pathOfType(type));
  const byName = 'data about people, by its name';
  if (kind === 'records') return byName;
  if (context === 'organisation') return undefined;
  if (kind === 'persons' && (found.length > 0 || !hasPublicFace(type))) return byName;
  if (kind === 'either' && !hasPublicFace(type)) return byName;
  // A team writes notes about documents of every type.
  const detail = found.find((each) => each.kind !== INTERNAL_NOTE);
  return detail && isSubmission(type)
    ? `a message or registration, by its attributes: ${detail.field.attribute} is ${detail.reason}`
    : undefined;
}

/** Returns the fields of a type with data about people, except those that the user publishes. */
function privateFields(
  model: ImportedModel,
  type: ImportedType,
  context: Context,
  { valuesOf, isPublic }: PrivateDataOptions,
): readonly PrivateField[] {
  const attributes = type.fields.flatMap(({ attribute }) => attribute ?? []);
  return type.fields.flatMap((field) => {
    const { attribute, kind, typeName, name } = field;
    const canBePrivate =
      (kind === 'scalar' && typeName !== 'Boolean') || /^(object|geoPoint|richText)$/.test(kind);
    if (attribute === undefined || !canBePrivate) return [];
    const byName = privateKindOfName(attribute, { name: pathOfType(type), attributes });
    const byValues = kind === 'scalar' ? privateKindOfValues(valuesOf(`${type.name}.${name}`)) : undefined;
    const found = byName
      ? { kind: byName, reason: `${byName.name}, by its name` }
      : byValues && { kind: byValues.kind, reason: `${byValues.kind.name}, ${byValues.evidence}` };
    if (!found || isPublished(found.kind, attribute, context)) return [];
    model.sensitive.add(`${type.name}.${attribute}`);
    return isPublic(`${pathOfType(type)}.${attribute}`) ? [] : [{ field, ...found }];
  });
}

/** Returns whether an organisation or a location shows the value to everybody. */
function isPublished(kind: PrivateKind, attribute: string, context: Context): boolean {
  if (!kind.isPublicOfPlaces) return false;
  const isPublic = isPublicUse(attribute);
  if (isPublic !== undefined) return isPublic;
  return context === 'organisation' || (context === 'location' && kind === ADDRESS);
}

function protectFields(model: ImportedModel, type: ImportedType, found: readonly PrivateField[]): void {
  for (const { field, reason } of found) {
    model.notes.push({ kind: 'private', path: `${pathOfType(type)}.${field.attribute}`, text: reason });
    updateField(type, field.name, { directives: [...field.directives, REQUIRES_PRIVATE] });
  }
}

function notePublishedInText(model: ImportedModel, type: ImportedType, found: readonly PrivateField[]): void {
  for (const { field, reason } of found) {
    const text = `public, although it is ${reason}, because rich text contains the object; require a scope on the text`;
    noteGuess(model, `${pathOfType(type)}.${field.attribute}`, text);
  }
}

/** An object that only organisations have describes an organisation, even if its name does not say so. */
function contextOfObject(type: ImportedType, contexts: ReadonlySet<Context> = new Set()): Context {
  const own = contextOf(type);
  if (own !== 'person') return own;
  const [only = 'person', ...otherContexts] = contexts;
  return otherContexts.length === 0 ? only : 'person';
}

/** Adds the context of documents to the types of the inline objects that their public fields have. */
function addContexts(
  model: ImportedModel,
  { fields, members, kind }: ImportedType,
  context: Context,
  contexts: Map<ImportedType, Set<Context>>,
): void {
  const names =
    kind === 'union' ? members : fields.filter((field) => !isPrivate(field)).map(({ typeName }) => typeName);
  for (const name of names) {
    const inner = model.types.get(name);
    if (!inner || (inner.kind !== 'object' && inner.kind !== 'union')) continue;
    const known = contexts.get(inner) ?? new Set();
    if (known.has(context)) continue;
    contexts.set(inner, known.add(context));
    addContexts(model, inner, context, contexts);
  }
}

/** Returns the types of the objects in rich text and of the objects within them. */
function typesInText(model: ImportedModel): ReadonlySet<ImportedType> {
  const found = new Set([...model.types.values()].filter(({ kind }) => kind === 'richText'));
  for (const { fields, members } of found)
    for (const name of [...fields.map(({ typeName }) => typeName), ...members]) {
      const inner = model.types.get(name);
      if (inner && inner.kind !== 'document') found.add(inner);
    }
  return found;
}
