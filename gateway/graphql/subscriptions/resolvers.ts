import { GraphQLError, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { ContentOperation } from '../../core/change.ts';
import type { Context } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { fromGlobalId, toGlobalId } from '../../core/relay.ts';
import { type Asset, isMuxId, withNamedPlaybackIds } from '../../providers/media/asset.ts';
import { isReadableWith, scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { DocumentEvent, SubscriptionBroker } from './broker.ts';

/** The context of a subscription. */
export interface SubscriptionContext extends Context {
  /** Closes the connection because its client reads too slowly; undefined without one. */
  readonly closeSlowConnection?: () => void;
}

/**
 * Creates the resolvers of `Subscription`, `ContentChange` and `ContentChangeKind` for a model.
 * @param hasVideos whether the schema has the type `Video`
 */
export function createSubscriptionResolvers(model: Model, broker: SubscriptionBroker, hasVideos: boolean) {
  const typeNameOf = (type: string) => model.typeOfDocument.get(type) as string;
  /**
   * Returns the requested `_type`s; by default, the `_type`s that the caller may read.
   * @throws GraphQLError `FORBIDDEN`
   */
  const readableTypes = (
    requested: readonly string[] | null | undefined,
    schema: GraphQLSchema,
    { audience }: Context,
  ): readonly string[] => {
    const errorOf = (type: string) => scopeErrorOfType(schema, typeNameOf(type), audience.scopes);
    if (!requested) return [...model.typeOfDocument.keys()].filter((type) => !errorOf(type));
    for (const type of requested) {
      const error = errorOf(type);
      if (error) throw error;
    }
    return requested;
  };
  return {
    Subscription: {
      contentChanged: {
        subscribe: (
          _: unknown,
          { types }: { types?: readonly string[] | null },
          context: SubscriptionContext,
          { schema }: GraphQLResolveInfo,
        ) => {
          const onFull = requireConnection(context);
          return broker.watchDocuments(readableTypes(types, schema, context), context.audience, onFull);
        },
        resolve: resolveEvent<DocumentEvent>,
      },
      ...(hasVideos && { videoChanged: createVideoChanged(broker) }),
    },
    ContentChange: {
      documentId: ({ id, type }: DocumentEvent) => toGlobalId(typeNameOf(type), id),
      kind: ({ operation }: DocumentEvent) => operation,
      changedAt: ({ time }: DocumentEvent) => time,
      node: ({ id }: DocumentEvent, _: unknown, { content }: Context, info: GraphQLResolveInfo) =>
        content.document(id, info),
    },
    ContentChangeKind: CHANGE_KINDS,
  };
}

/** Creates the resolver of `Subscription.videoChanged`. */
const createVideoChanged = (broker: SubscriptionBroker) => ({
  subscribe: async (
    _: unknown,
    { id }: { id: string },
    context: SubscriptionContext,
    { schema }: GraphQLResolveInfo,
  ) => {
    const onFull = requireConnection(context);
    await requireReadableVideo(id, context, schema);
    return broker.watchAsset(readVideoId(id), onFull);
  },
  async resolve(
    event: Asset,
    { id }: { id: string },
    context: SubscriptionContext,
    { schema }: GraphQLResolveInfo,
  ) {
    const asset = resolveEvent(event, {}, context);
    // The content or the scopes may have changed since the subscription began.
    return withNamedPlaybackIds(asset, await requireReadableVideo(id, context, schema));
  },
});

/** The internal values of `ContentChangeKind`. */
const CHANGE_KINDS: Readonly<Record<string, ContentOperation>> = {
  PUBLISHED: 'create',
  UPDATED: 'update',
  UNPUBLISHED: 'delete',
};

/** Returns the asset id of a video's global id. @throws GraphQLError BAD_USER_INPUT */
function readVideoId(globalId: string): string {
  const decoded = fromGlobalId(globalId);
  if (decoded?.typeName === 'Video' && isMuxId(decoded.id)) return decoded.id;
  throw inputError(
    `expected the global id of a video, got ${JSON.stringify(globalId.slice(0, 40))}; use a \`Video.id\``,
    'BAD_USER_INPUT',
    { argument: 'id' },
  );
}

/**
 * Requires that a document has the video in a field that the caller may read, in the caller's perspective.
 * @returns the playback ids that documents name for it
 * @throws GraphQLError `BAD_USER_INPUT` for another id; `NOT_FOUND`, which does not reveal whether the asset exists
 */
async function requireReadableVideo(
  id: string,
  { audience, content }: Context,
  schema: GraphQLSchema,
): Promise<readonly string[]> {
  const asset = readVideoId(id);
  const playbackIds = await content.playbackIdsOfAsset(asset, isReadableWith(schema, audience.scopes));
  if (playbackIds) return playbackIds;
  throw inputError(
    `expected the id of a video in content that you can read, got ${JSON.stringify(id)}; use a \`Video.id\` of a published document`,
    'NOT_FOUND',
    { argument: 'id' },
  );
}

/** Returns the event itself. Without a connection there is none: the operation is executed at once. */
function resolveEvent<Event>(event: Event, _args: unknown, context: SubscriptionContext): Event {
  requireConnection(context);
  return event;
}

/** Returns `closeSlowConnection`. @throws GraphQLError `NEEDS_SUBSCRIPTION_TRANSPORT` for other requests over HTTP */
function requireConnection({ closeSlowConnection }: SubscriptionContext): () => void {
  if (closeSlowConnection) return closeSlowConnection;
  throw new GraphQLError(
    'expected a subscription over a WebSocket or an event stream, got it over HTTP; connect to this address with the protocol graphql-transport-ws, or send `Accept: text/event-stream`',
    { extensions: { code: 'NEEDS_SUBSCRIPTION_TRANSPORT' } },
  );
}
