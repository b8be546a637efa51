import {
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql';
import { NO_CONTENT_COST } from './contentCosts.ts';
import { typeFilter } from './derivedFilters.ts';
import { orderTypes } from './derivedOrders.ts';
import { connectionTypes, parseAt } from './derivedTypes.ts';
import { costOfShared, documentInterfaceFields, hasDocumentInterface, LABEL } from './documentInterface.ts';
import { DOCUMENT_INTERFACE, lowerFirst, type Model, type ModelField, type ModelType } from './model.ts';

/** The list on `Query` of documents of several types. */
export const DOCUMENT_LIST = 'documents';

/** The types of the list. */
const TYPE_NAMES: ReadonlySet<string> = new Set(
  ['Connection', 'Edge', 'Filter', 'Order', 'OrderField'].map((suffix) => `${DOCUMENT_INTERFACE}${suffix}`),
);

/** Returns whether a model has the list: a field of `Query`, or a type, with one of its names replaces it. */
export function hasDocumentList(model: Model): boolean {
  const isTaken = model.definitions.definitions.some((definition) => {
    if (!('name' in definition) || !definition.name) return false;
    const isRoot = definition.kind === Kind.OBJECT_TYPE_EXTENSION && definition.name.value === 'Query';
    return isRoot
      ? definition.fields?.some(({ name }) => name.value === DOCUMENT_LIST)
      : TYPE_NAMES.has(definition.name.value);
  });
  const isRootOfType = model.documents.some(
    ({ name, document }) => lowerFirst(name) === DOCUMENT_LIST || document?.plural === DOCUMENT_LIST,
  );
  return hasDocumentInterface(model) && !isTaken && !isRootOfType;
}

/**
 * Returns the interface of documents as a type.
 * @param fields the fields that the list can be filtered and ordered by, besides the id and times of the service
 */
export function documentListType(fields: readonly ModelField[], languageWeight = 0): ModelType {
  const [node] = parseAt<ObjectTypeDefinitionNode>(`type ${DOCUMENT_INTERFACE}`, undefined);
  return {
    name: DOCUMENT_INTERFACE,
    typeAttribute: '',
    document: { type: '', plural: DOCUMENT_LIST },
    richText: undefined,
    languageWeight,
    fields: new Map(fields.map((field) => [field.name, field])),
    node: node as ObjectTypeDefinitionNode,
  };
}

/** Returns a field of the interface. */
export function documentListField(
  name: string,
  typeName: 'String' | 'DateTime',
  more: Partial<Pick<ModelField, 'source' | 'localized' | 'cost'>> = {},
): ModelField {
  const sdl = `type ${DOCUMENT_INTERFACE} { "${DESCRIPTIONS[name]}" ${name}: ${typeName} }`;
  const [type] = parseAt<ObjectTypeDefinitionNode>(sdl, undefined);
  return {
    name,
    typeName,
    shape: 'scalar',
    target: undefined,
    isList: false,
    isSliced: false,
    isRequired: false,
    isSemanticNonNull: false,
    source: { kind: 'attribute' },
    cost: NO_CONTENT_COST,
    localized: undefined,
    isLabel: name === LABEL,
    isOrderable: true,
    searchable: undefined,
    isScoped: false,
    node: type?.fields?.[0] as FieldDefinitionNode,
    ...more,
  };
}

/** The descriptions of the fields of a list, by name. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [LABEL]: 'The text that names the document for people.',
  createdAt: 'The time at which the document was created.',
  updatedAt: 'The time of the last change to the document.',
};

/** Returns the type of the list for its SDL. The times have the attributes of the service, unless types have fields of these names. */
export function declaredListType(model: Model): ModelType {
  const names = documentInterfaceFields(model);
  const fieldOf = (name: string, typeName: 'String' | 'DateTime') =>
    names.includes(name) ? [documentListField(name, typeName, { cost: costOfShared(model, name) })] : [];
  return documentListType(
    [...fieldOf(LABEL, 'String'), ...fieldOf('createdAt', 'DateTime'), ...fieldOf('updatedAt', 'DateTime')],
    Math.max(0, ...model.documents.map(({ languageWeight }) => languageWeight)),
  );
}

/** Returns the types of the list: its connection, edge, filter and order. */
export function documentListTypes(model: Model): readonly TypeDefinitionNode[] {
  const type = declaredListType(model);
  const none = new Set<string>();
  const sdl = `${connectionTypes(type)} ${orderTypes(type, [...type.fields.values()])} ${typeFilter(model, type, none)}`;
  return parseAt<TypeDefinitionNode>(sdl, undefined);
}
