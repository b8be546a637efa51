import { type GraphQLFieldResolver, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql';
import { currentJourney, forFields } from './journey.ts';

/**
 * Has every field that is resolved by more than a property know itself while it is, in requests that are recorded.
 * It changes the schema in place.
 */
export function watchFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve) field.resolve = watched(field.resolve);
  }
}

const watched =
  <Source, Context>(resolve: GraphQLFieldResolver<Source, Context>): GraphQLFieldResolver<Source, Context> =>
  (source, args, context, info) =>
    currentJourney()?.span?.isRecording()
      ? forFields([info.path], () => resolve(source, args, context, info))
      : resolve(source, args, context, info);
