import { type GraphQLFieldResolver, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql';
import { copySources } from '../../core/valueSources.ts';
import { currentRequest, runInFields } from './requestContext.ts';

/**
 * Wraps every resolver of a schema so that the path of its field is current while it runs, in sampled requests only.
 * Changes the schema in place.
 */
export function traceFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve) field.resolve = copySources(withFieldPath(field.resolve), field.resolve);
  }
}

const withFieldPath =
  <Source, Context>(resolve: GraphQLFieldResolver<Source, Context>): GraphQLFieldResolver<Source, Context> =>
  (source, args, context, info) =>
    currentRequest()?.span?.isRecording()
      ? runInFields([info.path], () => resolve(source, args, context, info))
      : resolve(source, args, context, info);
