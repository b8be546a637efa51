import { GraphQLError, type GraphQLResolveInfo, type GraphQLUnionType, getNamedType } from 'graphql';
import type { Context, IsReadable, Row } from '../../core/context.ts';
import { describeType, quoted } from '../../core/describeValue.ts';
import { inputError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { fromGlobalId } from '../../core/relay.ts';
import { selectionsAt } from '../../core/selection.ts';
import { isObject, listOf } from '../../core/validators.ts';
import { isReadableWith, scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { Resolver } from './directives.ts';
import { type CompiledExpression, renderIn } from './groq/groq.ts';
import { documentsWhere } from './groq/visibility.ts';
import type { ContentLoader } from './loader.ts';
import { rowValidator } from './responseValidation.ts';
import { resolveMemberType } from './values/memberTypes.ts';

/**
 * Creates the resolvers of `node(id:)` and `nodes(ids:)`, which load all documents in one query, and videos through the media
 * provider. An invalid id is an error in its place. So is an id of a type for which the caller lacks a scope: it is not looked
 * up, so the error does not reveal whether the document exists.
 */
export function nodeResolvers(model: Model): { node: Resolver; nodes: Resolver } {
  return {
    async node(_source, args, context, info) {
      const [row] = await loadNodes(model, [readId(args.id as string, 'id')], context, info);
      return row;
    },
    async nodes(_source, args, context, info) {
      const ids = args.ids as string[];
      const decoded = ids.map((id) => decodeId(id, 'ids'));
      return loadNodes(model, decoded, context, info);
    },
  };
}

/**
 * Creates the resolvers of `_entities`, by which a router of Apollo Federation loads nodes: all documents in one query, as
 * `nodes(ids:)` does. An invalid representation is an error in its place.
 */
export function createEntityResolvers(model: Model) {
  return {
    Query: {
      _entities: ((_source, { representations }, context, info) => {
        const union = getNamedType(info.returnType) as GraphQLUnionType;
        const entities = info.schema.getPossibleTypes(union).map(({ name }) => name);
        const ids = (representations as unknown[]).map((value) => readRepresentation(value, entities));
        return loadNodes(model, ids, context, info);
      }) satisfies Resolver,
    },
    _Entity: { __resolveType: resolveMemberType(model, 'Node') },
  };
}

/** A decoded global id. */
type NodeId = NonNullable<ReturnType<typeof fromGlobalId>>;

/**
 * Decodes a global id.
 * @param argument that contains it
 * @param typeName the required type, if any
 * @throws GraphQLError BAD_USER_INPUT
 */
export function readId(globalId: string, argument: string, typeName?: string): NodeId {
  const decoded = decodeId(globalId, argument, typeName);
  if (decoded instanceof GraphQLError) throw decoded;
  return decoded;
}

/** Decodes a global id. Returns the error of an invalid one, for its place in a list. @param typeName the required type, if any */
function decodeId(globalId: string, argument: string, typeName?: string): NodeId | GraphQLError {
  const decoded = fromGlobalId(globalId);
  if (!decoded)
    return inputError(
      `expected a global id, got ${JSON.stringify(globalId.slice(0, 40))}; use the value of a field \`id\``,
      'BAD_USER_INPUT',
      { argument },
    );
  return typeName === undefined || decoded.typeName === typeName
    ? decoded
    : inputError(`expected the id of a ${typeName}, got the id of a ${decoded.typeName}`, 'BAD_USER_INPUT', {
        argument,
      });
}

/**
 * Loads nodes in the order of their ids: an error stays in its place, and a missing node is null.
 * @param ids decoded ids, or their errors
 */
async function loadNodes(
  model: Model,
  ids: readonly (NodeId | GraphQLError)[],
  context: Context<ContentLoader>,
  info: GraphQLResolveInfo,
) {
  const { content, audience } = context;
  const decoded = ids.map((id) =>
    id instanceof GraphQLError ? id : (scopeErrorOfType(info.schema, id.typeName, audience.scopes) ?? id),
  );
  const isReadable = isReadableWith(info.schema, audience.scopes);
  const videos = decoded.map((id) =>
    !(id instanceof GraphQLError) && id.typeName === 'Video'
      ? loadVideo(id.id, context, isReadable).catch((error: unknown) => error)
      : undefined,
  );
  const documentIds = new Set(
    decoded.flatMap((id) => (id instanceof GraphQLError || id.typeName === 'Video' ? [] : id.id)),
  );
  const { groq, isValid } = content.compile(info, (projector) => ({
    groq: projector.target('Node', selectionsAt(info)),
    isValid: listOf(rowValidator(projector, 'Node', selectionsAt(info))),
  }));
  const query: CompiledExpression = {
    groq: (scope) =>
      `${documentsWhere([`_id in ${scope.addParam([...documentIds])}`], scope)}${renderIn(groq, scope)}`,
    isValid,
  };
  const rows = documentIds.size === 0 ? [] : ((await content.evaluate(query, info.variableValues)) as Row[]);
  const byId = new Map(rows.map((row) => [row['@id'], row]));
  return decoded.map((id, i) => {
    if (id instanceof GraphQLError) return id;
    if (videos[i]) return videos[i];
    const row = byId.get(id.id);
    return row && model.typeOfDocument.get(row['@type']) === id.typeName ? row : null;
  });
}

/** Loads an asset of a document that the caller can read; null for other assets, whether or not they exist. */
async function loadVideo(id: string, { content, media }: Context<ContentLoader>, isReadable: IsReadable) {
  const playbackIds = await content.playbackIdsOfAsset(id, isReadable);
  return playbackIds ? media.asset(id, playbackIds) : null;
}

const REPRESENTATIONS = 'representations';

/** Reads the id of an entity. @param entities the names of their types */
function readRepresentation(value: unknown, entities: readonly string[]): NodeId | GraphQLError {
  const { __typename: typeName, id } = isObject(value) ? value : {};
  if (typeof typeName !== 'string' || !entities.includes(typeName))
    return inputError(
      `expected a representation with the \`__typename\` of an entity, got ${describe(typeName)}; send one of ${entities.join(', ')}`,
      'BAD_USER_INPUT',
      { argument: REPRESENTATIONS, allowed: entities },
    );
  if (typeof id !== 'string')
    return inputError(
      `expected a representation of a ${typeName} with its key \`id\`, got ${describe(id)}; send the value of the field \`id\``,
      'BAD_USER_INPUT',
      { argument: REPRESENTATIONS },
    );
  return decodeId(id, REPRESENTATIONS, typeName);
}

const describe = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : describeType(value);
