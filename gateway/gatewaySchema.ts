import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { createBudgetResolvers } from './budgets/resolvers.ts';
import type { Config } from './configuration/config.ts';
import { bindDocumentField } from './content/fields.ts';
import type { ContentLoader } from './content/loader.ts';
import { createContentResolvers } from './content/resolvers.ts';
import type { Context } from './context.ts';
import type { Binders } from './directives.ts';
import { briefCauseOf, type UpstreamError } from './errors.ts';
import { createIndexResolvers } from './indexing/resolvers.ts';
import type { readIndexStatus } from './indexing/status.ts';
import type { KeyRing } from './keys/keyRing.ts';
import { createAccessResolvers } from './keys/resolvers.ts';
import type { LiveHub } from './live/hub.ts';
import { createLiveResolvers } from './live/resolvers.ts';
import type { MediaLoader } from './media/loader.ts';
import { bindAsset, createMediaResolvers } from './media/resolvers.ts';
import { buildSchema, type ResolverMap, type TypeDefs } from './schema.ts';
import type { SearchPort } from './search/loader.ts';
import { bindRelated } from './search/related.ts';
import { createSearchResolvers } from './search/resolvers.ts';

interface GatewaySchemaOptions {
  readonly content: Config['content'];
  readonly log: Logger;
  readonly live: LiveHub;
  /** Both are asked for once operations come: a model is read before anything is opened. */
  readonly ring: () => KeyRing;
  readonly readStatus: (signal: AbortSignal) => ReturnType<typeof readIndexStatus>;
}

type ServedContext = Context<ContentLoader, MediaLoader, SearchPort>;

/**
 * The schema that a model implies, with the resolvers of all rooms.
 * @throws ModelError when the model cannot be served
 */
export function createGatewaySchema(
  defs: TypeDefs,
  { content, log, live, ring, readStatus }: GatewaySchemaOptions,
): GraphQLSchema {
  const { projectId, dataset, apiHost } = content;
  const tellOfFallback = (error: UpstreamError) =>
    log.warn(
      { code: error.extensions.code, cause: briefCauseOf(error) },
      'the content service answers searches',
    );
  return buildSchema<ServedContext>({
    ...defs,
    binders: {
      document: bindDocumentField,
      asset: bindAsset,
      related: bindRelated as Binders<ServedContext>['related'],
    },
    rooms: [
      createContentResolvers(defs.model, { projectId, dataset, baseUrl: apiHost }),
      createMediaResolvers(),
      createSearchResolvers(defs.model, tellOfFallback),
      createAccessResolvers(ring),
      createIndexResolvers(readStatus),
      createLiveResolvers(defs.model, live),
      createBudgetResolvers(),
    ] as readonly ResolverMap[],
  });
}
