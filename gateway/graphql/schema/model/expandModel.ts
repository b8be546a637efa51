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
import { derivedSearchTypes, momentFields, typesWithVideo } from '../../../core/model/derivedSearch.ts';
import { derivedTypes, parseAt } from '../../../core/model/derivedTypes.ts';
import {
  connectionTarget,
  constantCase,
  keyField,
  lowerFirst,
  type Model,
  type ModelType,
  namedTypeOf,
} from '../../../core/model/model.ts';
import { MAX_PAGE_SIZE } from '../../../core/relay.ts';

/**
 * Derives what a model does not declare itself: ids, lookups, lists, connections, filters, orders and search types.
 * @param computed computed fields as `Type.field`; the content service cannot filter or order by them
 * @returns the derived definitions, and the model's own with paging arguments added
 */
export function expandModel(
  model: Model,
  computed: ReadonlySet<string> = new Set(),
): { derived: DocumentNode; definitions: DocumentNode } {
  const declared = new Set(
    model.definitions.definitions.flatMap((d) => ('name' in d && d.name ? [d.name.value] : [])),
  );
  const isUndeclared = (name: string) => !declared.has(name);
  const definitions: DefinitionNode[] = [
    ...derivedTypes(model, computed).filter(({ name }) => isUndeclared(name.value)),
    ...model.documents.flatMap((type) => parseAt(documentFields(type), type.node.loc)),
    ...Object.entries(derivedSearchTypes(model)).flatMap(([name, sdl]) =>
      isUndeclared(name) ? parseAt(sdl, undefined) : [],
    ),
    ...(isUndeclared('DocumentType') && model.documents.length > 0
      ? parseAt(documentTypes(model), undefined)
      : []),
    ...typesWithVideo(model).flatMap((type) => parseAt(momentFields(type), type.node.loc)),
  ];
  return { derived: { kind: Kind.DOCUMENT, definitions }, definitions: withPagingArguments(model) };
}

/** Returns the names of a document type's lookup and list on `Query`. */
export const rootNames = (type: ModelType): { lookup: string; list: string } => ({
  lookup: lowerFirst(type.name),
  list: type.document?.plural ?? '',
});

/** Returns the SDL of the enum of document types, which `contentChanged` uses. */
function documentTypes({ documents }: Model): string {
  return `"The types of documents." enum DocumentType { ${documents.map(({ name }) => constantCase(name)).join(' ')} }`;
}

/** Returns the SDL of a document type's common fields, and of its fields on `Query`. */
function documentFields(type: ModelType): string {
  const { name } = type;
  const { lookup, list } = rootNames(type);
  const isNode = type.node.interfaces?.some((i) => i.name.value === 'Node') ?? false;
  const identity = Object.entries({
    id: '"The globally unique, opaque id; `node(id:)` returns the document." id: ID!',
    createdAt: '"The time at which the document was created." createdAt: DateTime!',
    updatedAt: '"The time of the last change to the document." updatedAt: DateTime!',
  }).flatMap(([field, sdl]) => (type.fields.has(field) ? [] : [sdl]));
  const extension = `${isNode ? '' : 'implements Node'} ${identity.length > 0 ? `{ ${identity.join('\n')} }` : ''}`;
  const key = keyField(type)?.name;
  const lookupField = key
    ? `"The published ${lookup} with this ${key} or id; null if there is none." ${lookup}(${key}: String, id: ID): ${name}`
    : `"The published ${lookup} with this id; null if there is none." ${lookup}(id: ID!): ${name}`;
  return `${extension.trim() === '' ? '' : `extend type ${name} ${extension}`}
    extend type Query {
      ${lookupField}
      "A page of the published ${list}, newest first by default."
      ${list}(${connectionArguments(name, new Set())}): ${name}Connection
    }`;
}

/** The SDL of a connection's arguments, by name. */
const CONNECTION_ARGUMENTS: Readonly<Record<string, (target: string) => string>> = {
  first: () => `"The number of items from the start of the list, at most ${MAX_PAGE_SIZE}." first: Int = 20`,
  after: () => '"Returns items after this cursor." after: String',
  last: () =>
    `"The number of items from the end of the list, at most ${MAX_PAGE_SIZE}. Cannot be combined with \`first\`." last: Int`,
  before: () => '"Returns items before this cursor." before: String',
  filter: (target) => `filter: ${target}Filter`,
  orderBy: (target) => `orderBy: ${target}Order`,
};

/** Returns whether connections have an argument of this name. */
export const isConnectionArgument = (name: string): boolean => Object.hasOwn(CONNECTION_ARGUMENTS, name);

function connectionArguments(target: string, except: ReadonlySet<string>): string {
  return Object.entries(CONNECTION_ARGUMENTS)
    .filter(([name]) => !except.has(name))
    .map(([, sdl]) => sdl(target))
    .join('\n');
}

/** Adds the paging arguments that fields with a connection do not declare. */
function withPagingArguments(model: Model): DocumentNode {
  const add = <Type extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(type: Type): Type => ({
    ...type,
    fields: type.fields?.map((field) => withArguments(model, field)),
  });
  return visit(model.definitions, { ObjectTypeDefinition: add, InterfaceTypeDefinition: add });
}

function withArguments(model: Model, field: FieldDefinitionNode): FieldDefinitionNode {
  const target = connectionTarget(model, namedTypeOf(field.type));
  if (target === undefined) return field;
  const declared = new Set(field.arguments?.map((argument) => argument.name.value));
  const missing = connectionArguments(target, declared);
  if (missing === '') return field;
  const [{ fields = [] } = {}] = parseAt<ObjectTypeDefinitionNode>(
    `type T { f(${missing}): Int }`,
    undefined,
  );
  const added: readonly InputValueDefinitionNode[] = fields[0]?.arguments ?? [];
  return { ...field, arguments: [...(field.arguments ?? []), ...added] };
}

/** Concatenates SDL documents. */
export const joinSdl = (...documents: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap((document) => [...document.definitions]),
});
