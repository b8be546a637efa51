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
import { connectionTarget, constantCase, lowerFirst, type Model, type ModelType, namedTypeOf } from '../../../core/model/model.ts';

/**
 * What the model implies and does not declare: identity, look-ups, lists, connections, filters, orders, and the types of
 * search. What the model declares itself is kept.
 * @param computed fields whose value is made by a resolver, as `Type.field`: the content service cannot filter or order
 * by them.
 */
export function expandModel(
  model: Model,
  computed: ReadonlySet<string> = new Set(),
): { derived: DocumentNode; definitions: DocumentNode } {
  const declared = new Set(
    model.definitions.definitions.flatMap((d) => ('name' in d && d.name ? [d.name.value] : [])),
  );
  const isFree = (name: string) => !declared.has(name);
  const definitions: DefinitionNode[] = [
    ...derivedTypes(model, computed).filter(({ name }) => isFree(name.value)),
    ...model.documents.flatMap((type) => parseAt(documentFields(type), type.node.loc)),
    ...Object.entries(derivedSearchTypes(model)).flatMap(([name, sdl]) =>
      isFree(name) ? parseAt(sdl, undefined) : [],
    ),
    ...(isFree('DocumentType') && model.documents.length > 0 ? parseAt(documentTypes(model), undefined) : []),
    ...typesWithVideo(model).flatMap((type) => parseAt(momentFields(type), type.node.loc)),
  ];
  return { derived: { kind: Kind.DOCUMENT, definitions }, definitions: withPagingArguments(model) };
}

/** The names of the look-up and the list that a document type has on `Query`. */
export const rootNames = (type: ModelType): { lookup: string; list: string } => ({
  lookup: lowerFirst(type.name),
  list: type.document?.plural ?? '',
});

/** The names of the document types, by which changes to their documents are told. */
function documentTypes({ documents }: Model): string {
  return `"The types of documents." enum DocumentType { ${documents.map(({ name }) => constantCase(name)).join(' ')} }`;
}

/** What every document type has by being one, and its fields on `Query`. */
function documentFields(type: ModelType): string {
  const { name } = type;
  const { lookup, list } = rootNames(type);
  const isNode = type.node.interfaces?.some((i) => i.name.value === 'Node') ?? false;
  const identity = Object.entries({
    id: '"Globally unique and opaque; `node(id:)` finds the document again." id: ID!',
    createdAt: '"When the document was first made." createdAt: DateTime!',
    updatedAt: '"When the document was last changed." updatedAt: DateTime!',
  }).flatMap(([field, sdl]) => (type.fields.has(field) ? [] : [sdl]));
  const extension = `${isNode ? '' : 'implements Node'} ${identity.length > 0 ? `{ ${identity.join('\n')} }` : ''}`;
  const found = type.fields.has('slug')
    ? `"The published ${lookup} with this slug or id; null when there is none." ${lookup}(slug: String, id: ID): ${name}`
    : `"The published ${lookup} with this id; null when there is none." ${lookup}(id: ID!): ${name}`;
  return `${extension.trim() === '' ? '' : `extend type ${name} ${extension}`}
    extend type Query {
      ${found}
      "Published ${list}, a page at a time; the newest first unless ordered."
      ${list}(${connectionArguments(name, new Set())}): ${name}Connection
    }`;
}

/** The arguments of a connection, by name. */
const CONNECTION_ARGUMENTS: Readonly<Record<string, (target: string) => string>> = {
  first: () => '"How many from the front, at most 100." first: Int = 20',
  after: () => '"Only what comes after this cursor." after: String',
  last: () => '"How many from the back, at most 100; instead of `first`." last: Int',
  before: () => '"Only what comes before this cursor." before: String',
  filter: (target) => `filter: ${target}Filter`,
  orderBy: (target) => `orderBy: ${target}Order`,
};

/** Whether a connection takes an argument of this name. */
export const isConnectionArgument = (name: string): boolean => Object.hasOwn(CONNECTION_ARGUMENTS, name);

function connectionArguments(target: string, except: ReadonlySet<string>): string {
  return Object.entries(CONNECTION_ARGUMENTS)
    .filter(([name]) => !except.has(name))
    .map(([, sdl]) => sdl(target))
    .join('\n');
}

/** Every field that returns a connection gets the paging arguments it does not declare. */
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
  const own = new Set(field.arguments?.map((argument) => argument.name.value));
  const written = connectionArguments(target, own);
  if (written === '') return field;
  const [{ fields = [] } = {}] = parseAt<ObjectTypeDefinitionNode>(
    `type T { f(${written}): Int }`,
    undefined,
  );
  const added: readonly InputValueDefinitionNode[] = fields[0]?.arguments ?? [];
  return { ...field, arguments: [...(field.arguments ?? []), ...added] };
}

/** Several SDL documents as one, in this order. */
export const joinSdl = (...documents: readonly DocumentNode[]): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap((document) => [...document.definitions]),
});
