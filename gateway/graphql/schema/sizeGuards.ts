import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../../core/context.ts';
import { pageSizeError } from '../../core/relay.ts';
import { listSizesOf, maximumSizeOf, sizeOfValue } from './listSizes.ts';

/**
 * Adds a check to every field with arguments that set the size of a list. A wrong size is the error of its field alone; the
 * estimated cost of such a field is that of an empty list.
 */
export function guardSizes(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) guardField(schema, field);
  return schema;
}

function guardField(schema: GraphQLSchema, field: GraphQLField<unknown, Context>): void {
  const names = listSizesOf(schema, field).flatMap(({ slicingArguments }) =>
    slicingArguments.map(({ name }) => name),
  );
  if (names.length === 0) return;
  const { resolve = defaultFieldResolver } = field;
  const maximum = maximumSizeOf(field);
  field.resolve = (parent, args, context, info) => {
    for (const name of names) {
      const size = sizeOfValue(args[name]);
      if (size !== undefined && (size < 0 || size > maximum)) throw pageSizeError(size, name, maximum);
    }
    return resolve(parent, args, context, info);
  };
}
