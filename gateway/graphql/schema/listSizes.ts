import { type GraphQLArgument, type GraphQLField, type GraphQLSchema, getArgumentValues } from 'graphql';
import { MAX_PAGE_SIZE, MAX_REPRESENTATIONS } from '../../core/relay.ts';

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
