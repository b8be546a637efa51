import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { briefCauseOf, type UpstreamError } from '../core/errors.ts';
import { isLocalized } from '../core/model/model.ts';
import { createApiKeyResolvers } from '../graphql/resolvers/apiKeys.ts';
import { createIndexResolvers } from '../graphql/resolvers/indexStatus.ts';
import { createLocaleResolvers } from '../graphql/resolvers/locales.ts';
import { createPreviewLinkResolvers } from '../graphql/resolvers/previewLinks.ts';
import { createRateLimitResolvers } from '../graphql/resolvers/rateLimit.ts';
import { createSubgraphResolvers } from '../graphql/resolvers/subgraph.ts';
import { createUsageResolvers } from '../graphql/resolvers/usage.ts';
import { createViewerResolvers } from '../graphql/resolvers/viewer.ts';
import type { Binders } from '../graphql/schema/bindDirectives.ts';
import {
  buildSchema,
  checkTypeDefs,
  type ResolverMap,
  type TypeDefs,
} from '../graphql/schema/buildSchema.ts';
import { subgraphTypes } from '../graphql/schema/federation/subgraphTypes.ts';
import { joinSdl } from '../graphql/schema/model/expandModel.ts';
import type { VisibleSchemas } from '../graphql/schema/scopes/visibleSchema.ts';
import type { SubscriptionBroker } from '../graphql/subscriptions/broker.ts';
import { createSubscriptionResolvers } from '../graphql/subscriptions/resolvers.ts';
import { bindDocumentField, readSource } from '../providers/content/directives.ts';
import type { ContentLoader } from '../providers/content/loader.ts';
import { createEntityResolvers } from '../providers/content/nodes.ts';
import { createContentResolvers } from '../providers/content/resolvers.ts';
import type { MediaLoader } from '../providers/media/loader.ts';
import { createMediaResolvers } from '../providers/media/resolvers.ts';
import { bindRelated } from '../providers/search/directives.ts';
import type { SearchLoader } from '../providers/search/loader.ts';
import { createSearchResolvers } from '../providers/search/resolvers.ts';
import type { ApiKeys } from '../services/auth/apiKeys.ts';
import type { NewPreview, Previews } from '../services/auth/previews.ts';
import type { UsageStore } from '../services/usage/usageStore.ts';
import type { readIndexStatus } from '../sync/index/status.ts';

/** Adds the types of a subgraph, whose names the model may not use. @throws ModelError */
const withSubgraphTypes = (defs: TypeDefs, hasVideos: boolean): TypeDefs =>
  checkTypeDefs({ ...defs, typeDefs: joinSdl(defs.typeDefs, subgraphTypes(defs.model, hasVideos)) });

interface GatewaySchemaOptions {
  readonly content: Config['content'];
  readonly providers: Config['providers'];
  readonly log: Logger;
  readonly broker: SubscriptionBroker;
  readonly apiKeys: ApiKeys;
  readonly previews: Previews;
  /** Returns the address of a new preview link. */
  previewUrlOf(link: NewPreview): string;
  readonly readUsage: UsageStore['read'];
  readonly readStatus: (signal: AbortSignal) => ReturnType<typeof readIndexStatus>;
  /** Returns the schema that scopes open, for the SDL of the subgraph; undefined if the API is no subgraph of Apollo Federation. */
  readonly subgraphSchemas?: VisibleSchemas | undefined;
}

type ServedContext = Context<ContentLoader, MediaLoader, SearchLoader>;

/**
 * Builds the executable schema of a model, with the resolvers of all providers.
 * @throws ModelError when the model cannot be served
 */
export function createGatewaySchema(
  defs: TypeDefs,
  {
    content,
    providers,
    log,
    broker,
    apiKeys,
    previews,
    previewUrlOf,
    readUsage,
    readStatus,
    subgraphSchemas,
  }: GatewaySchemaOptions,
): GraphQLSchema {
  const { projectId, dataset, apiHost } = content;
  const [hasMedia, hasSearch] = [providers.includes('media'), providers.includes('search')];
  const reportFallback = (error: UpstreamError) =>
    log.warn(
      { code: error.extensions.code, cause: briefCauseOf(error) },
      'search falls back to the content service',
    );
  return buildSchema<ServedContext>({
    ...(subgraphSchemas ? withSubgraphTypes(defs, hasMedia) : defs),
    binders: {
      document: bindDocumentField,
      source: readSource,
      related: bindRelated as Binders<ServedContext>['related'],
    },
    resolvers: [
      createContentResolvers(defs.model, { projectId, dataset, baseUrl: apiHost }),
      ...(hasMedia ? [createMediaResolvers()] : []),
      createSearchResolvers(defs.model, { hasMoments: hasMedia, onFallback: reportFallback }),
      createApiKeyResolvers(apiKeys),
      createPreviewLinkResolvers(previews, previewUrlOf),
      ...(hasSearch ? [createIndexResolvers(readStatus)] : []),
      createUsageResolvers(readUsage),
      createViewerResolvers(),
      ...(isLocalized(defs.model) ? [createLocaleResolvers(defs.model.locales)] : []),
      createSubscriptionResolvers(defs.model, broker, hasMedia),
      createRateLimitResolvers(),
      ...(subgraphSchemas
        ? [createSubgraphResolvers(subgraphSchemas), createEntityResolvers(defs.model)]
        : []),
    ] as readonly ResolverMap[],
  });
}
