import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  visit,
} from 'graphql';
import { costSdl } from '../../../core/model/contentCosts.ts';
import { includedFields } from '../../../core/model/derivedFilters.ts';
import { identifiersOf } from '../../../core/model/derivedLookups.ts';
import { defaultOrder } from '../../../core/model/derivedOrders.ts';
import {
  derivedSearchTypes,
  momentFields,
  typesWithVideo,
  typeValues,
} from '../../../core/model/derivedSearch.ts';
import { derivedTypes, parseAt } from '../../../core/model/derivedTypes.ts';
import {
  documentInterface,
  hasDocumentInterface,
  missingFields,
} from '../../../core/model/documentInterface.ts';
import {
  DOCUMENT_LIST,
  declaredListType,
  documentListTypes,
  hasDocumentList,
} from '../../../core/model/documentList.ts';
import { isSingleton } from '../../../core/model/lookups.ts';
import {
  connectionTarget,
  DOCUMENT_INTERFACE,
  lowerFirst,
  type Model,
  type ModelType,
  namedTypeOf,
  type RichTextPosition,
} from '../../../core/model/model.ts';
import { keyedTypes, OBJECT_KEY_SDL } from '../../../core/model/objectKeys.ts';
import { RICH_TEXT_UNIONS, richTextInterface, richTextUnion } from '../../../core/model/richTextKinds.ts';
import { MAX_OFFSET, MAX_PAGE_SIZE } from '../../../core/relay.ts';
import { costOfLanguage, withContentCost } from './contentCost.ts';
import { withSemanticNonNull } from './semanticNullability.ts';
import { withDirective } from './withDirective.ts';

/**
 * Derives what a model does not declare itself: ids, lookups, lists, connections, filters, orders, search types and unions
 * of rich text.
 * @param excluded fields that cannot be filtered or ordered, as `Type.field`: computed fields, and fields that require more scopes than their type
 * @returns the derived definitions, and the model's own with paging arguments and `@semanticNonNull` added
 */
export function expandModel(
  model: Model,
  excluded: ReadonlySet<string> = new Set(),
): { derived: DocumentNode; definitions: DocumentNode } {
  const declared = new Set(
    model.definitions.definitions.flatMap((d) => ('name' in d && d.name ? [d.name.value] : [])),
  );
  const isUndeclared = (name: string) => !declared.has(name);
  const hasInterface = hasDocumentInterface(model);
  const definitions: DefinitionNode[] = [
    ...(hasInterface ? parseAt(documentInterface(model), undefined) : []),
    ...derivedTypes(model, excluded).filter(({ name }) => isUndeclared(name.value)),
    ...(hasDocumentList(model)
      ? [...documentListTypes(model), ...parseAt(documentList(model), undefined)]
      : []),
    ...model.documents.flatMap((type) =>
      parseAt(documentFields(type, excluded, hasInterface), type.node.loc),
    ),
    ...Object.entries(derivedSearchTypes(model)).flatMap(([name, sdl]) =>
      isUndeclared(name) ? parseAt(sdl, undefined) : [],
    ),
    ...(isUndeclared('DocumentType') && model.documents.length > 0
      ? parseAt(documentTypes(model), undefined)
      : []),
    ...typesWithVideo(model).flatMap((type) => parseAt(momentFields(type), type.node.loc)),
    ...richTextTypes(model, isUndeclared),
    ...objectExtensions(model),
  ];
  return {
    derived: { kind: Kind.DOCUMENT, definitions },
    definitions: withSemanticNonNull(model, excluded, withPaging(model, excluded)),
  };
}

/** Returns the unions of the parts of rich texts. */
function richTextTypes(model: Model, isUndeclared: (name: string) => boolean): DefinitionNode[] {
  const positions = Object.keys(RICH_TEXT_UNIONS) as RichTextPosition[];
  return positions.flatMap((position) =>
    isUndeclared(RICH_TEXT_UNIONS[position]) ? parseAt(richTextUnion(model, position), undefined) : [],
  );
}

/** Returns extensions of the types of inline objects: the interface of parts of rich texts, and the key in a list. */
function objectExtensions(model: Model): DefinitionNode[] {
  const keyed = new Set(keyedTypes(model));
  return [...model.types.values()].flatMap((type) => {
    const key = keyed.has(type) ? `{ ${OBJECT_KEY_SDL} }` : '';
    const extension = `${richTextInterface(type)} ${key}`.trim();
    return extension === '' ? [] : parseAt(`extend type ${type.name} ${extension}`, type.node.loc);
  });
}

/** Returns the names of a document type's lookup and list on `Query`. A singleton has no list there. */
export const rootNames = (type: ModelType): { lookup: string; list: string } => ({
  lookup: lowerFirst(type.name),
  list: type.document?.plural ?? '',
});

/** Returns the SDL of the enum of document types, which `contentChanged` uses. */
function documentTypes({ documents }: Model): string {
  return `"The types of documents." enum DocumentType { ${typeValues(documents)} }`;
}

/** Returns the SDL of a document type's common fields, and of its fields on `Query`. */
function documentFields(type: ModelType, excluded: ReadonlySet<string>, hasInterface: boolean): string {
  const { name } = type;
  const { lookup, list } = rootNames(type);
  const isNode = type.node.interfaces?.some((i) => i.name.value === 'Node') ?? false;
  const added = [...(isNode ? [] : ['Node']), ...(hasInterface ? [DOCUMENT_INTERFACE] : [])];
  const implemented = added.length > 0 ? `implements ${added.join(' & ')}` : '';
  const missing = missingFields(type);
  const extension = `${implemented} ${missing === '' ? '' : `{ ${missing} }`}`;
  const ofType = extension.trim() === '' ? '' : `extend type ${name} ${extension}`;
  if (isSingleton(type))
    return `${ofType}
    extend type Query {
      "The published ${lookup}, of which there is one; null if there is none."
      ${lookup}: ${name} ${costOfRoot(type.languageWeight)}
    }`;
  const identifiers = identifiersOf(type);
  return `${ofType}
    extend type Query {
      "The published ${lookup} with this ${identifiers}; null if there is none."
      ${lookup}("The ${identifiers}." by: ${name}By!): ${name} ${costOfRoot(type.languageWeight)}
      "A page of the published ${list}."
      ${list}(${connectionArguments({ target: type, hasOwnOrder: false, excluded }, new Set())}): ${name}Connection @semanticNonNull ${CONNECTION_SIZE} ${costOfRoot(costOfLanguage(type))}
    }`;
}

/** Returns the SDL of the list of documents of several types. */
function documentList(model: Model): string {
  const target = declaredListType(model);
  return `extend type Query {
    "A page of published documents of several types. It has none of a type that requires scopes which the caller lacks."
    ${DOCUMENT_LIST}(
      "The types of the documents; default: all. An empty list matches nothing."
      types: [DocumentType!]
      ${connectionArguments({ target, hasOwnOrder: false, excluded: new Set() }, new Set())}
    ): ${target.name}Connection @semanticNonNull ${CONNECTION_SIZE} ${costOfRoot(costOfLanguage(target))}
  }`;
}

/** Returns the `@cost` of a field of `Query` with a document or a connection, which costs 1 itself. */
const costOfRoot = (points: number): string => (points === 0 ? '' : costSdl(1 + points));

/** Names the arguments that set the number of rows of a connection. */
const CONNECTION_SIZE = '@listSize(slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"])';
/** The same of a list of related documents, and of a list with arguments. */
const LIST_SIZE = '@listSize(slicingArguments: ["first"])';

/** A connection whose arguments are derived. */
interface DerivedConnection {
  readonly target: ModelType;
  /** True if the connection is an array of references, which has an order without `orderBy`. */
  readonly hasOwnOrder: boolean;
  /** Fields that cannot be filtered or ordered, as `Type.field`. */
  readonly excluded: ReadonlySet<string>;
}

/** The SDL of a connection's arguments, by name. */
const CONNECTION_ARGUMENTS: Readonly<Record<string, (connection: DerivedConnection) => string>> = {
  first: () => `"The number of items from the start of the list, at most ${MAX_PAGE_SIZE}." first: Int = 20`,
  after: () => '"Returns items after this cursor." after: String',
  offset: () =>
    `"Skips this many items from the start of the list, at most ${MAX_OFFSET}: for numbered pages. Cannot be combined with \`after\`, \`before\` and \`last\`." offset: Int`,
  last: () =>
    `"The number of items from the end of the list, at most ${MAX_PAGE_SIZE}. Cannot be combined with \`first\`." last: Int`,
  before: () => '"Returns items before this cursor." before: String',
  filter: ({ target }) =>
    `"Returns only the ${rootNames(target).list} that match." filter: ${target.name}Filter`,
  orderBy: orderArgument,
};

function orderArgument({ target, hasOwnOrder, excluded }: DerivedConnection): string {
  const several = 'A later order applies where values of all earlier ones are equal.';
  if (hasOwnOrder)
    return `"The orders of the list; default: the order in the document. ${several}" orderBy: [${target.name}Order!]`;
  const { field, direction } = defaultOrder(target, includedFields(target, excluded));
  return `"The orders of the list; default: the newest first. ${several}"
    orderBy: [${target.name}Order!] = [{ field: ${field}, direction: ${direction} }]`;
}

/** Returns whether connections have an argument of this name. */
export const isConnectionArgument = (name: string): boolean => Object.hasOwn(CONNECTION_ARGUMENTS, name);

function connectionArguments(connection: DerivedConnection, except: ReadonlySet<string>): string {
  return Object.entries(CONNECTION_ARGUMENTS)
    .filter(([name]) => !except.has(name))
    .map(([, sdl]) => sdl(connection))
    .join('\n');
}

/**
 * Adds what fields do not declare: the paging arguments and `@listSize` of connections and related documents, and the `@cost` of the
 * work of the content service.
 */
function withPaging(model: Model, excluded: ReadonlySet<string>): DocumentNode {
  const add = <Type extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(type: Type): Type => ({
    ...type,
    fields: type.fields?.map((field) => {
      const paged = withSize(withArguments(model, field, excluded), type.name.value, model);
      return withContentCost(model, paged, type.name.value, excluded);
    }),
  });
  return visit(model.definitions, { ObjectTypeDefinition: add, InterfaceTypeDefinition: add });
}

function withArguments(
  model: Model,
  field: FieldDefinitionNode,
  excluded: ReadonlySet<string>,
): FieldDefinitionNode {
  const target = model.types.get(connectionTarget(model, namedTypeOf(field.type)) ?? '');
  if (target === undefined) return field;
  const declared = new Set(field.arguments?.map((argument) => argument.name.value));
  const hasOwnOrder = !field.directives?.some(({ name }) => name.value === 'inverse');
  const missing = connectionArguments({ target, hasOwnOrder, excluded }, declared);
  if (missing === '') return field;
  const [{ fields = [] } = {}] = parseAt<ObjectTypeDefinitionNode>(
    `type T { f(${missing}): Int }`,
    undefined,
  );
  const added: readonly InputValueDefinitionNode[] = fields[0]?.arguments ?? [];
  return { ...field, arguments: [...(field.arguments ?? []), ...added] };
}

function withSize(field: FieldDefinitionNode, typeName: string, model: Model): FieldDefinitionNode {
  const has = (directive: string) => field.directives?.some(({ name }) => name.value === directive) ?? false;
  const isConnection = connectionTarget(model, namedTypeOf(field.type)) !== undefined;
  const isSliced = model.types.get(typeName)?.fields.get(field.name.value)?.isSliced;
  if (has('listSize') || !(isConnection || isSliced || has('related'))) return field;
  return withDirective(field, isConnection ? CONNECTION_SIZE : LIST_SIZE);
}

/** Concatenates SDL documents. */
export const joinSdl = (...documents: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap((document) => [...document.definitions]),
});
