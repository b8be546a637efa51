import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { Context, Row } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { fromGlobalId, MAX_PAGE_SIZE } from '../../core/relay.ts';
import { selectionsAt } from '../../core/selection.ts';
import { listOf } from '../../core/validators.ts';
import { scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { Resolver } from './directives.ts';
import { type Piece, renderIn } from './groq/groq.ts';
import type { ContentLoader } from './loader.ts';
import { rowShape } from './responseValidation.ts';

/**
 * `node(id:)` and `nodes(ids:)`: one query for all; an id that is none is an error in its own place. So is one of a type
 * whose scopes are not held, and nothing is looked up for it: whether there is such a document is not told.
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
          `expected at most ${MAX_PAGE_SIZE} ids, got ${ids.length}; ask in several steps`,
          'PAGE_SIZE',
        );
      return loadNodes(model, ids, context, info);
    },
  };
}

/**
 * Takes a global id apart.
 * @param typeName the type it must be of, if any.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function readId(globalId: string, typeName?: string): { typeName: string; id: string } {
  const decoded = fromGlobalId(globalId);
  if (!decoded) throw notAnId(globalId);
  if (typeName && decoded.typeName !== typeName)
    throw inputError(`expected the id of a ${typeName}, got the id of a ${decoded.typeName}`);
  return decoded;
}

async function loadNodes(
  model: Model,
  ids: readonly string[],
  { content, audience }: Context<ContentLoader>,
  info: GraphQLResolveInfo,
) {
  const decoded = ids.map((id) => {
    const read = fromGlobalId(id);
    return read ? (scopeErrorOfType(info.schema, read.typeName, audience.scopes) ?? read) : notAnId(id);
  });
  const wanted = new Set(decoded.flatMap((id) => (id instanceof GraphQLError ? [] : id.id)));
  const { groq, shape } = content.compile(info, (projector) => ({
    groq: projector.target('Node', selectionsAt(info)),
    shape: listOf(rowShape(projector, 'Node', selectionsAt(info))),
  }));
  const piece: Piece = {
    groq: (scope) => `*[_id in ${scope.param([...wanted])}]${renderIn(groq, scope)}`,
    shape,
  };
  const rows = wanted.size === 0 ? [] : ((await content.evaluate(piece, info.variableValues)) as Row[]);
  const byId = new Map(rows.map((row) => [row['@id'], row]));
  return decoded.map((id) => {
    if (id instanceof GraphQLError) return id;
    const row = byId.get(id.id);
    return row && model.typeOfDocument.get(row['@type']) === id.typeName ? row : null;
  });
}

const notAnId = (id: string) =>
  inputError(
    `expected an id of this graph, got ${JSON.stringify(id.slice(0, 40))}; take it from a field \`id\``,
  );
