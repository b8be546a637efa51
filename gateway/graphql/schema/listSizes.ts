import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  isObjectType,
} from 'graphql';
import type { Context } from '../../core/context.ts';
import { MAX_PAGE_SIZE, MAX_REPRESENTATIONS, pageSizeError } from '../../core/relay.ts';
import { copySources } from '../../core/valueSources.ts';

/** A `@listSize`. */
export interface ListSize {
  /** The size without slicing arguments; undefined if the directive has none. */
  readonly assumedSize: number | undefined;
  /** Arguments that set the size; the largest one counts. */
  readonly slicingArguments: readonly GraphQLArgument[];
  /** Fields of the returned object that have this size, if it is not a list itself. */
  readonly sizedFields: readonly string[];
}

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'args' | 'astNode'>;

/** Returns the `@listSize`s of a field. */
export function listSizesOf(schema: GraphQLSchema, { astNode, args }: Field): readonly ListSize[] {
  const directive = schema.getDirective('listSize');
  if (!directive) return [];
  const nodes = astNode?.directives?.filter(({ name }) => name.value === directive.name) ?? [];
  return nodes.map((node) => {
    const { assumedSize, slicingArguments, sizedFields } = getArgumentValues(directive, node);
    const names = (slicingArguments ?? []) as readonly string[];
    return {
      assumedSize: assumedSize as number | undefined,
      slicingArguments: args.filter(({ name }) => names.includes(name)),
      sizedFields: (sizedFields ?? []) as readonly string[],
    };
  });
}

/** Returns the size that a value requests: a number, or the length of a list. */
export const sizeOfValue = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : undefined;

/** Returns the maximum size that the arguments of a field can request. */
export const maximumSizeOf = ({ name }: Field): number =>
  name === '_entities' ? MAX_REPRESENTATIONS : MAX_PAGE_SIZE;

/**
 * Adds a check to every field with arguments that set the size of a list. A wrong size is the error of its field alone, whose
 * cost is estimated for an empty list.
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
  const guarded: typeof resolve = (parent, args, context, info) => {
    for (const name of names) {
      const size = sizeOfValue(args[name]);
      if (size !== undefined && (size < 0 || size > maximum)) throw pageSizeError(size, name, maximum);
    }
    return resolve(parent, args, context, info);
  };
  field.resolve = copySources(guarded, resolve);
}
