import { GraphQLError, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { Context } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import { constantCase, type Model } from '../../core/model/model.ts';
import { toGlobalId } from '../../core/relay.ts';
import { type Asset, isMuxId } from '../../providers/media/asset.ts';
import { scopeErrorOfType } from '../../services/auth/scopeRequirements.ts';
import type { DocumentChange, SubscriptionBroker } from './broker.ts';

/** What the operation of a subscription carries beside what every operation does. */
export interface SubscriptionContext extends Context {
  /** Ends the connection that the operation came by, since its client does not take what it is told. */
  readonly closeSlowConnection?: () => void;
}

/** The resolvers of `Subscription` and of what it tells, for a model's documents. */
export function createSubscriptionResolvers(model: Model, hub: SubscriptionBroker) {
  const typeNameOf = (type: string) => model.typeOfDocument.get(type) as string;
  /** Of whose documents somebody is told: of all that are asked for, else of all that may be. @throws `FORBIDDEN` */
  const readableTypes = (
    asked: readonly string[] | null | undefined,
    schema: GraphQLSchema,
    { audience }: Context,
  ): readonly string[] => {
    const refusalOf = (type: string) => scopeErrorOfType(schema, typeNameOf(type), audience.scopes);
    if (!asked) return [...model.typeOfDocument.keys()].filter((type) => !refusalOf(type));
    for (const type of asked) {
      const refused = refusalOf(type);
      if (refused) throw refused;
    }
    return asked;
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
          const dropSlow = dropperOf(context);
          return hub.watchDocuments(readableTypes(types, schema, context), dropSlow);
        },
        resolve: tell<DocumentChange>,
      },
      videoStatus: {
        subscribe: (_: unknown, { id }: { id: string }, context: SubscriptionContext) => {
          const dropSlow = dropperOf(context);
          if (!isMuxId(id))
            throw inputError(
              `expected the id of a film in the media library, got ${JSON.stringify(id.slice(0, 40))}; take it from \`Video.id\``,
            );
          return hub.watchAsset(id, dropSlow);
        },
        resolve: tell<Asset>,
      },
    },
    ContentChange: {
      id: ({ id, type }: DocumentChange) => toGlobalId(typeNameOf(type), id),
      node: ({ id }: DocumentChange, _: unknown, { content }: Context, info: GraphQLResolveInfo) =>
        content.document(id, info),
    },
    // Inside the gateway a type is what the content service calls it.
    DocumentType: Object.fromEntries(
      model.documents.map((type) => [constantCase(type.name), type.document?.type]),
    ),
  };
}

/** Over HTTP a subscription is executed at once, without an event. */
function tell<Event>(event: Event, _args: unknown, context: SubscriptionContext): Event {
  dropperOf(context);
  return event;
}

function dropperOf({ closeSlowConnection }: SubscriptionContext): () => void {
  if (closeSlowConnection) return closeSlowConnection;
  throw new GraphQLError(
    'expected a subscription over a WebSocket, got it over HTTP; connect to this address by the protocol graphql-transport-ws',
    { extensions: { code: 'NEEDS_WEBSOCKET' } },
  );
}
