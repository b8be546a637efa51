import { GraphQLError, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { nameOf } from '../budgets/budgets.ts';
import type { Context } from '../context.ts';
import { inputError } from '../errors.ts';
import { type Asset, isMuxId } from '../media/asset.ts';
import { constantCase, type Model } from '../model/model.ts';
import { toGlobalId } from '../relay.ts';
import { refusalOfType } from '../scopes/scopeRequirements.ts';
import type { DocumentNews, LiveHub } from './hub.ts';

/** What the operation of a subscription carries beside what every operation does. */
export interface LiveContext extends Context {
  /** Ends the connection that the operation came by, since its client does not take what it is told. */
  readonly dropSlow?: () => void;
}

/** The resolvers of `Subscription` and of what it tells, for a model's documents. */
export function createLiveResolvers(model: Model, hub: LiveHub) {
  const typeNameOf = (type: string) => model.typeOfDocument.get(type) as string;
  /** Of whose documents somebody is told: of all that are asked for, else of all that may be. @throws `FORBIDDEN` */
  const readableTypes = (
    asked: readonly string[] | null | undefined,
    schema: GraphQLSchema,
    { audience }: Context,
  ): readonly string[] => {
    const refusalOf = (type: string) => refusalOfType(schema, typeNameOf(type), audience.scopes);
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
          context: LiveContext,
          { schema }: GraphQLResolveInfo,
        ) => {
          const dropSlow = dropperOf(context);
          return hub.documents(readableTypes(types, schema, context), dropSlow);
        },
        resolve: tell<DocumentNews>,
      },
      videoStatus: {
        subscribe: (_: unknown, { id }: { id: string }, context: LiveContext) => {
          const dropSlow = dropperOf(context);
          if (!isMuxId(id))
            throw inputError(
              `expected the id of a film in the media library, got ${JSON.stringify(id.slice(0, 40))}; take it from \`Video.id\``,
            );
          return hub.asset(id, nameOf(context.caller), dropSlow);
        },
        resolve: tell<Asset>,
      },
    },
    ContentChange: {
      id: ({ id, type }: DocumentNews) => toGlobalId(typeNameOf(type), id),
      node: ({ id }: DocumentNews, _: unknown, { content }: Context, info: GraphQLResolveInfo) =>
        content.document(id, info),
    },
    // Inside the gateway a type is what the content service calls it.
    DocumentType: Object.fromEntries(
      model.documents.map((type) => [constantCase(type.name), type.document?.type]),
    ),
  };
}

/** Over HTTP a subscription is executed at once, without an event. */
function tell<Event>(event: Event, _args: unknown, context: LiveContext): Event {
  dropperOf(context);
  return event;
}

function dropperOf({ dropSlow }: LiveContext): () => void {
  if (dropSlow) return dropSlow;
  throw new GraphQLError(
    'expected a subscription over a WebSocket, got it over HTTP; connect to this address by the protocol graphql-transport-ws',
    { extensions: { code: 'NEEDS_WEBSOCKET' } },
  );
}
