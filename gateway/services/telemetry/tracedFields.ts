import { type GraphQLFieldResolver, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql';
import { currentRequest, runInFields } from './requestContext.ts';

/**
 * Has every field that is resolved by more than a property know itself while it is, in requests that are recorded.
 * It changes the schema in place.
 */
export function traceFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve) field.resolve = withFieldPath(field.resolve);
  }
}

const withFieldPath =
  <Source, Context>(resolve: GraphQLFieldResolver<Source, Context>): GraphQLFieldResolver<Source, Context> =>
  (source, args, context, info) =>
    currentRequest()?.span?.isRecording()
      ? runInFields([info.path], () => resolve(source, args, context, info))
      : resolve(source, args, context, info);
