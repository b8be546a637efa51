import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { Context, IsReadable, Row } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { fromGlobalId, MAX_PAGE_SIZE } from '../../core/relay.ts';
import { selectionsAt } from '../../core/selection.ts';
import { listOf } from '../../core/validators.ts';
import { readableFields, scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { Resolver } from './directives.ts';
import { type CompiledExpression, renderIn } from './groq/groq.ts';
import type { ContentLoader } from './loader.ts';
import { rowValidator } from './responseValidation.ts';

/**
 * Creates the resolvers of `node(id:)` and `nodes(ids:)`, which load all documents in one query, and videos through the media
 * provider. An invalid id is an error in its place. So is an id of a type for which the caller lacks a scope: it is not looked
 * up, so the error does not reveal whether the document exists.
 */
export function nodeResolvers(model: Model): { node: Resolver; nodes: Resolver } {
  return {
    async node(_source, args, context, info) {
      readId(args.id as string);
      const [row] = await loadNodes(model, [args.id as string], context, info);
      return row;
    },
    async nodes(_source, args, context, info) {
      const ids = args.ids as string[];
      if (ids.length > MAX_PAGE_SIZE)
        throw inputError(
          `expected at most ${MAX_PAGE_SIZE} ids, got ${ids.length}; split the ids across several requests`,
          'PAGE_SIZE',
        );
      return loadNodes(model, ids, context, info);
    },
  };
}

/**
 * Decodes a global id.
 * @param typeName the required type, if any
 * @throws GraphQLError BAD_USER_INPUT
 */
export function readId(globalId: string, typeName?: string): { typeName: string; id: string } {
  const decoded = fromGlobalId(globalId);
  if (!decoded) throw invalidId(globalId);
  if (typeName && decoded.typeName !== typeName)
    throw inputError(`expected the id of a ${typeName}, got the id of a ${decoded.typeName}`);
  return decoded;
}

async function loadNodes(
  model: Model,
  ids: readonly string[],
  context: Context<ContentLoader>,
  info: GraphQLResolveInfo,
) {
  const { content, audience } = context;
  const decoded = ids.map((id) => {
    const read = fromGlobalId(id);
    return read ? (scopeErrorOfType(info.schema, read.typeName, audience.scopes) ?? read) : invalidId(id);
  });
  const isReadable = readableFields(info.schema, audience.scopes);
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
    groq: (scope) => `*[_id in ${scope.addParam([...documentIds])}]${renderIn(groq, scope)}`,
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

/** Loads an asset of a document that the caller can read; null for others, whether or not they exist. */
const loadVideo = async (id: string, { content, media }: Context<ContentLoader>, isReadable: IsReadable) =>
  (await content.hasAsset(id, isReadable)) ? media.asset(id) : null;

const invalidId = (id: string) =>
  inputError(`expected a global id, got ${JSON.stringify(id.slice(0, 40))}; use the value of a field \`id\``);
