import { Kind } from 'graphql';
import { type ContentCost, costSdl, maxContentCost } from './contentCosts.ts';
import {
  DOCUMENT_INTERFACE,
  isDocumentInterface,
  labelField,
  type Model,
  type ModelField,
  type ModelType,
} from './model.ts';
import { requiredScopes, scopesImply } from './requiredScopes.ts';

/** The name of the field with the text that names a document for people. */
export const LABEL = 'label';

/** A field of the interface: its type and description. */
interface SharedField {
  readonly name: string;
  readonly typeName: string;
  /** True if the derived field, which a type can replace, is non-null. */
  readonly isRequired: boolean;
  readonly description: string;
}

/** The fields that every document type has. */
const SHARED_FIELDS: readonly SharedField[] = [
  {
    name: 'id',
    typeName: 'ID',
    isRequired: true,
    description: 'The globally unique, opaque id; `node(id:)` returns the document.',
  },
  {
    name: 'createdAt',
    typeName: 'DateTime',
    isRequired: true,
    description: 'The time at which the document was created.',
  },
  {
    name: 'updatedAt',
    typeName: 'DateTime',
    isRequired: true,
    description: 'The time of the last change to the document.',
  },
  {
    name: LABEL,
    typeName: 'String',
    isRequired: false,
    description: 'The text that names the document for people, e.g. its title.',
  },
];

/** Returns whether a model has the interface: a declaration of its name replaces it. */
export const hasDocumentInterface = (model: Model): boolean =>
  model.documents.length > 0 && isDocumentInterface(model, DOCUMENT_INTERFACE);

/**
 * Returns the SDL of the interface. A field of a type replaces the derived one: the interface has the fields that are of one
 * type in all document types, and open to all readers of these; one is nullable where it is nullable in a type.
 */
export function documentInterface(model: Model): string {
  const fields = sharedFields(model).map(({ shared, isRequired }) =>
    fieldSdl(shared, isRequired, costOfShared(model, shared.name).value),
  );
  return `"A document, of whatever type." interface ${DOCUMENT_INTERFACE} implements Node { ${fields.join('\n')} }`;
}

/** Returns the names of the fields that the interface has. */
export const documentInterfaceFields = (model: Model): readonly string[] =>
  sharedFields(model).map(({ shared }) => shared.name);

/** Returns the fields of the interface, and whether each is non-null. */
function sharedFields(
  model: Model,
): readonly { readonly shared: SharedField; readonly isRequired: boolean }[] {
  const { documents } = model;
  const conflicting = new Set(conflictingFields(model).map(({ name }) => name));
  return SHARED_FIELDS.filter(({ name }) => !conflicting.has(name)).map((shared) => {
    const own = documents.flatMap(({ fields }) => fields.get(shared.name) ?? []);
    const isRequired =
      own.every((field) => field.isRequired) && (shared.isRequired || own.length === documents.length);
    return { shared, isRequired };
  });
}

/** Returns the fields of document types that remove the field of their name from the interface, by another type or by scopes. */
export function conflictingFields(
  model: Model,
): readonly { readonly typeName: string; readonly name: string }[] {
  const required = requiredScopes(model);
  return model.documents.flatMap((type) =>
    SHARED_FIELDS.flatMap((shared) => {
      const field = type.fields.get(shared.name);
      const isOpen = field && scopesImply(required.ofType(type.name), required.ofField(type, field));
      return !field || (hasType(field, shared) && isOpen) ? [] : [{ typeName: type.name, name: shared.name }];
    }),
  );
}

/** Returns the SDL of the fields of a document type that it does not declare itself. */
export const missingFields = (type: ModelType): string =>
  SHARED_FIELDS.filter(({ name }) => !type.fields.has(name))
    .map((shared) => fieldSdl(shared, shared.isRequired, sharedSource(type, shared.name)?.cost.value ?? 0))
    .join('\n');

const fieldSdl = (
  { name, typeName, description }: SharedField,
  isRequired: boolean,
  points: number,
): string => `"${description}" ${name}: ${typeName}${isRequired ? '!' : ''} ${costSdl(points)}`;

const hasType = ({ typeName, isList, node }: ModelField, shared: SharedField): boolean =>
  typeName === shared.typeName &&
  !isList &&
  (node.arguments ?? []).every(
    ({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined,
  );

/** Returns the field whose value is the derived `label` of a document; undefined if the type has a field of this name. */
export const labelSource = (type: ModelType): ModelField | undefined =>
  type.document && !type.fields.has(LABEL) ? labelField(type) : undefined;

/** Returns the field of a type from which a field of the interface has its value; undefined for an attribute of every document. */
export const sharedSource = (type: ModelType, name: string): ModelField | undefined =>
  type.fields.get(name) ?? (name === LABEL ? labelSource(type) : undefined);

/** Returns the cost of a field of the interface: the cost of the field in the most expensive type. */
export const costOfShared = ({ documents }: Model, name: string): ContentCost =>
  maxContentCost(documents.flatMap((type) => sharedSource(type, name)?.cost ?? []));
