import type { GraphQLResolveInfo } from 'graphql';
import { getArgumentValues, getNamedType } from 'graphql';
import type { Row } from '../../core/context.ts';
import { incompleteDocument } from '../../core/errors.ts';
import { keyField, lowerFirst, type Model, type ModelType } from '../../core/model/model.ts';
import { fieldsAt, selectionsAt } from '../../core/selection.ts';
import { orNull } from '../../core/validators.ts';
import type { Connection, ConnectionResponse, ConnectionRow } from './connection.ts';
import { edgeKey } from './connectionPlan.ts';
import {
  connectionArgumentsAt,
  fieldAt,
  globalId,
  projectedValue,
  type Resolver,
  readSystemField,
  resolveMemberType,
} from './directives.ts';
import { fieldGroq } from './groq/fieldGroq.ts';
import { type Groq, renderIn } from './groq/groq.ts';
import { defaultOrderOf } from './groq/orders.ts';
import {
  type ImageOptions,
  type ImageSource,
  imageColor,
  imagePlaceholder,
  imageSize,
  imageSrcSet,
  imageText,
  imageUrl,
  readImage,
} from './images.ts';
import { nodeResolvers, readId } from './nodes.ts';
import { queryConnection, readQueryConnection } from './queryConnection.ts';
import { connectionValidator, rowValidator } from './responseValidation.ts';
import { type LinksSource, linkedRows, richTextResolvers } from './richText.ts';
import { richTextNodeResolvers } from './richTextNodes.ts';

type Arguments = Record<string, unknown>;
type ResolverMap = Record<string, Record<string, unknown>>;

/** Creates the resolvers of the content service: nodes, lookups, lists, connections, images and rich text. */
export function createContentResolvers(model: Model, images: ImageOptions): ResolverMap {
  const resolvers: ResolverMap = {
    Node: { __resolveType: resolveMemberType(model, 'Node') },
    Query: nodeResolvers(model),
    Image: imageResolvers(images),
    RichText: { ...richTextResolvers(model), links: readProjected },
    ...richTextNodeResolvers(model),
    RichTextLinks: linksResolvers,
    RichTextImage: {
      key: readSystemField,
      image: ((row, _args, _context, info) =>
        readImage(projectedValue(row, info)) ??
        incompleteDocument(
          'expected an image in a rich text block, got none; correct the document in the Studio',
        )) satisfies Resolver,
    },
    RichTextReference: {
      ref: (row: Row) => row['@id'],
      document: ((row, _args, _context, info) => projectedValue(row, info)) satisfies Resolver,
    },
  };
  for (const name of model.unions.keys()) resolvers[name] = { __resolveType: resolveMemberType(model, name) };
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

const readProjected: Resolver = (row, _args, _context, info) => projectedValue(row, info);

const identityResolvers = (type: ModelType) => ({
  ...(!type.fields.has('id') && {
    id: (row: Row, _args: unknown, _context: unknown, info: GraphQLResolveInfo) => globalId(row, info),
  }),
  ...(!type.fields.has('createdAt') && { createdAt: readSystemField }),
  ...(!type.fields.has('updatedAt') && { updatedAt: readSystemField }),
});

const connectionResolvers = {
  nodes: ((connection, _args, _context, info) =>
    connection.rows.map((row) => projectedValue(row, info))) satisfies Resolver<Connection>,
  edges: ((connection, _args, _context, info) =>
    connection.rows.map((row, i) => ({
      row,
      cursor: () => connection.cursorOf(i),
      key: info.path.key,
    }))) satisfies Resolver<Connection>,
};

const edgeResolvers = {
  node: (({ row, key }, _args, _context, info) =>
    row[edgeKey(key, String(info.path.key))]) satisfies Resolver<{
    row: ConnectionRow;
    key: string;
  }>,
};

/** Resolves `recipe(by:)`: the document with this id or key. */
function resolveLookup(type: ModelType): Resolver {
  const key = keyField(type);
  return (_source, _args, { content }, info) => {
    const [field, node] = [fieldAt(info), info.fieldNodes[0]];
    const query = content.compile(info, (projector) => {
      const projection = projector.document(type, selectionsAt(info));
      const isValid = orNull(rowValidator(projector, type.name, selectionsAt(info)));
      const groq: Groq = (scope) => {
        const { by } = getArgumentValues(field, node as never, scope.variables) as { by: Lookup };
        const condition =
          by.id === undefined && key
            ? `${fieldGroq(key)} == ${scope.addParam(by[key.name])}`
            : `_id == ${scope.addParam(readId(by.id as string, 'by', type.name).id)}`;
        return `*[_type == "${type.document?.type}" && ${condition}][0]${renderIn(projection, scope)}`;
      };
      return { groq, isValid };
    });
    return content.evaluate(query, info.variableValues);
  };
}

/** The argument of a lookup: exactly one field. */
type Lookup = Readonly<Record<string, string | undefined>>;

/** Resolves `recipes(first:, filter:, orderBy:)`: a page of the documents of the type. */
function resolveList(type: ModelType): Resolver {
  return async (_source, _args, { content }, info) => {
    const [field, nodes] = [fieldAt(info), fieldsAt(info)];
    const query = content.compile(info, (projector) => ({
      groq: queryConnection({ projector, target: type, field, nodes }, ''),
      isValid: connectionValidator(projector, type, getNamedType(field.type).name, nodes),
    }));
    const response = await content.evaluate(query, info.variableValues);
    return readQueryConnection(
      response as ConnectionResponse,
      connectionArgumentsAt(info),
      defaultOrderOf(info.schema, type),
    );
  };
}

const imageResolvers = (options: ImageOptions) => ({
  url: (source: ImageSource, args: Arguments) => imageUrl(options, source, args),
  srcSet: (source: ImageSource, args: Arguments) =>
    imageSrcSet(options, source, args as { widths: number[] }),
  width: (source: ImageSource) => imageSize(source).width,
  height: (source: ImageSource) => imageSize(source).height,
  placeholder: imagePlaceholder,
  color: imageColor,
  alt: ({ alt }: ImageSource) => imageText(alt, 'alt'),
  caption: ({ caption }: ImageSource) => imageText(caption, 'caption'),
});

const linksResolvers = {
  images: ((links, _args, _context, info) =>
    projectedValue(links, info) ?? []) satisfies Resolver<LinksSource>,
  documents: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
  references: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
};
