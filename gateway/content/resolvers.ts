import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import type { Context, Row } from '../context.ts';
import { inputError } from '../errors.ts';
import { lowerFirst, type Model, type ModelField, type ModelType } from '../model.ts';
import { fromGlobalId, MAX_PAGE, toGlobalId } from '../relay.ts';
import { selectionsAt } from '../selection.ts';
import {
  type Connection,
  type ConnectionAnswer,
  type ConnectionRow,
  connectionArguments,
  queryConnection,
  readConnection,
} from './connections.ts';
import { sourceOf } from './filters.ts';
import { renderIn } from './groq.ts';
import { type ImageOptions, type ImageSource, imageSize, imageSrcSet, imageUrl } from './images.ts';
import type { ContentLoader } from './loader.ts';
import { type LinksSource, linkedRows, readingMinutes } from './richText.ts';

type ContentContext = Context<ContentLoader>;
type Arguments = Record<string, unknown>;
type Resolver<Source = unknown> = GraphQLFieldResolver<Source, ContentContext, Arguments>;
type ResolverMap = Record<string, Record<string, unknown>>;

/** What the projection put under the field's response key. */
export const routedValue = (source: unknown, info: GraphQLResolveInfo): unknown =>
  (source as Record<string, unknown> | null)?.[String(info.path.key)];

/** Resolves a field whose value the document's projection carries: attributes, expressions, references and their lists. */
export function bindDocumentField(field: ModelField): Resolver<Row> {
  if (field.shape === 'connection') {
    const inListOrder = field.origin.kind !== 'inverse';
    return (row, _args, _context, info) =>
      readConnection(routedValue(row, info) as ConnectionAnswer | null, argumentsAt(info), inListOrder);
  }
  const read = READERS[field.shape] ?? ((value: unknown) => value ?? null);
  return (row, _args, _context, info) => {
    const value = routedValue(row, info);
    if (!field.isList) return requireValue(read(value), field, row, info);
    if (value == null && !field.isRequired) return null;
    const list = Array.isArray(value) ? value : [];
    return list.map(read).filter((item) => item != null);
  };
}

/** How a value of each shape is read; what is not there, or leads nowhere, is null. */
const READERS: Partial<Record<ModelField['shape'], (value: unknown) => unknown>> = {
  document: (value) => (isRow(value) ? value : null),
  union: (value) => ((value as Row | null)?.['@type'] ? value : null),
  image: (value) => ((value as ImageSource | null)?.asset?._ref ? value : null),
};

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && typeof (value as Row)['@id'] === 'string';

function requireValue(value: unknown, field: ModelField, row: Row, info: GraphQLResolveInfo): unknown {
  if (value != null || !field.isRequired) return value;
  const id = row['@id'] ? ` ${toGlobalId(info.parentType.name, row['@id'])}` : '';
  throw new GraphQLError(
    `expected every ${info.parentType.name} to have a ${field.name}, but ${info.parentType.name}${id} has none; the document must be completed`,
    { extensions: { code: 'INCOMPLETE_DOCUMENT' } },
  );
}

const fieldAt = (info: GraphQLResolveInfo) =>
  info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;
const nodesAt = (info: GraphQLResolveInfo) => info.fieldNodes.map((node) => ({ node, when: [] }));
const argumentsAt = (info: GraphQLResolveInfo) =>
  connectionArguments(fieldAt(info), nodesAt(info), info.variableValues);
const argumentsOf = (info: GraphQLResolveInfo, variables: Readonly<Record<string, unknown>>) =>
  getArgumentValues(fieldAt(info), info.fieldNodes[0] as FieldNode, variables);

/** The resolvers of the content service's part of a model: identities, connections, look-ups and lists. */
export function createContentResolvers(model: Model, images: ImageOptions): ResolverMap {
  const typeOf = (row: Row): string | undefined => model.typeOfDocument.get(row['@type']);
  const inlineNames = new Map([...model.types.values()].map((type) => [lowerFirst(type.name), type.name]));
  const resolvers: ResolverMap = {
    Node: { __resolveType: typeOf },
    Query: nodeResolvers(model),
    Image: imageResolvers(images),
    RichText: richTextResolvers,
    RichTextLinks: linksResolvers,
    RichTextReference: {
      ref: (row: Row) => row['@id'],
      document: ((row, _args, _context, info) => routedValue(row, info)) satisfies Resolver,
    },
  };
  for (const name of model.unions.keys())
    resolvers[name] = { __resolveType: (row: Row) => typeOf(row) ?? inlineNames.get(row['@type']) };
  for (const type of model.documents) {
    resolvers[type.name] = identityResolvers(type);
    resolvers[`${type.name}Connection`] = connectionResolvers;
    resolvers[`${type.name}Edge`] = edgeResolvers;
    Object.assign(resolvers.Query as object, {
      [lowerFirst(type.name)]: resolveLookup(type),
      [type.document?.plural as string]: resolveList(type),
    });
  }
  return resolvers;
}

const read: Resolver = (row, _args, _context, info) => routedValue(row, info);

const identityResolvers = (type: ModelType) => ({
  ...(!type.fields.has('id') && { id: (row: Row) => toGlobalId(type.name, row['@id']) }),
  ...(!type.fields.has('createdAt') && { createdAt: read }),
  ...(!type.fields.has('updatedAt') && { updatedAt: read }),
});

const connectionResolvers = {
  nodes: ((connection, _args, _context, info) =>
    connection.rows.map((row) => routedValue(row, info))) satisfies Resolver<Connection>,
  edges: ((connection, _args, _context, info) =>
    connection.rows.map((row, i) => ({
      row,
      cursor: connection.cursors[i],
      key: info.path.key,
    }))) satisfies Resolver<Connection>,
};

const edgeResolvers = {
  node: (({ row, key }, _args, _context, info) => row[`${key}/${info.path.key}`]) satisfies Resolver<{
    row: ConnectionRow;
    key: string;
  }>,
};

/** `film(slug:, id:)`: the document for which everything given holds. */
function resolveLookup(type: ModelType): Resolver {
  const slug = type.fields.get('slug');
  return (_source, _args, { content }, info) => {
    const piece = content.compile(info, (projector) => {
      const projection = projector.document(type, selectionsAt(info));
      return (scope) => {
        const args = argumentsOf(info, scope.variables);
        const conditions = [`_type == "${type.document?.type}"`];
        if (args.slug != null && slug) conditions.push(`${sourceOf(slug)} == ${scope.param(args.slug)}`);
        if (args.id != null)
          conditions.push(`_id == ${scope.param(readId(args.id as string, type.name).id)}`);
        if (conditions.length === 1)
          throw inputError(
            `expected a slug or an id to find a ${lowerFirst(type.name)} by, got neither; give one`,
          );
        return `*[${conditions.join(' && ')}][0]${renderIn(projection, scope)}`;
      };
    });
    return content.evaluate(piece, info.variableValues);
  };
}

/** `films(first:, filter:, orderBy:)`: a page of all documents of the type. */
function resolveList(type: ModelType): Resolver {
  return async (_source, _args, { content }, info) => {
    const piece = content.compile(info, (projector) =>
      queryConnection({ projector, target: type, field: fieldAt(info), nodes: nodesAt(info) }, ''),
    );
    const answer = await content.evaluate(piece, info.variableValues);
    return readConnection(answer as ConnectionAnswer, argumentsAt(info), false);
  };
}

/** `node(id:)` and `nodes(ids:)`: one query for all; an id that is none is an error in its own place. */
function nodeResolvers(model: Model): Record<string, Resolver> {
  return {
    async node(_source, args, { content }, info) {
      readId(args.id as string);
      const [row] = await loadNodes(model, [args.id as string], content, info);
      return row;
    },
    async nodes(_source, args, { content }, info) {
      const ids = args.ids as string[];
      if (ids.length > MAX_PAGE)
        throw inputError(
          `expected at most ${MAX_PAGE} ids, got ${ids.length}; ask in several steps`,
          'PAGE_SIZE',
        );
      return loadNodes(model, ids, content, info);
    },
  };
}

async function loadNodes(
  model: Model,
  ids: readonly string[],
  content: ContentLoader,
  info: GraphQLResolveInfo,
) {
  const decoded = ids.map((id) => fromGlobalId(id));
  const wanted = decoded.flatMap((id) => id?.id ?? []);
  const piece = content.compile(info, (projector) => {
    const projection = projector.target('Node', selectionsAt(info));
    return (scope) => {
      const given = argumentsOf(info, scope.variables);
      const own = ((given.ids ?? [given.id]) as string[]).flatMap((id) => fromGlobalId(id)?.id ?? []);
      return `*[_id in ${scope.param(own)}]${renderIn(projection, scope)}`;
    };
  });
  const rows = wanted.length === 0 ? [] : ((await content.evaluate(piece, info.variableValues)) as Row[]);
  const byId = new Map(rows.map((row) => [row['@id'], row]));
  return decoded.map((id, i) => {
    if (!id) return notAnId(ids[i] as string);
    const row = byId.get(id.id);
    return row && model.typeOfDocument.get(row['@type']) === id.typeName ? row : null;
  });
}

const notAnId = (id: string) =>
  inputError(
    `expected an id of this graph, got ${JSON.stringify(id.slice(0, 40))}; take it from a field \`id\``,
  );

function readId(globalId: string, typeName?: string): { typeName: string; id: string } {
  const decoded = fromGlobalId(globalId);
  if (!decoded) throw notAnId(globalId);
  if (typeName && decoded.typeName !== typeName)
    throw inputError(`expected the id of a ${typeName}, got the id of a ${decoded.typeName}`);
  return decoded;
}

const imageResolvers = (options: ImageOptions) => ({
  url: (source: ImageSource, args: Arguments) => imageUrl(options, source, args),
  srcSet: (source: ImageSource, args: Arguments) =>
    imageSrcSet(options, source, args as { widths: number[] }),
  width: (source: ImageSource) => imageSize(source).width,
  height: (source: ImageSource) => imageSize(source).height,
  placeholder: (source: ImageSource) => source.lqip ?? null,
});

const richTextResolvers = {
  json: read,
  plainText: ((source, _args, _context, info) => routedValue(source, info) ?? '') satisfies Resolver,
  readingMinutes: ((source, _args, _context, info) =>
    readingMinutes((routedValue(source, info) as string | null) ?? '')) satisfies Resolver,
  links: read,
};

const linksResolvers = {
  documents: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
  references: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
};
