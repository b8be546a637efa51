import {
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';

/** Rows of a list of which the schema says no size. */
const ASSUMED_SIZE = 10;
/** What an object costs of which the schema says nothing; scalars cost nothing. */
const OBJECT_COST = 1;

type Field = GraphQLField<unknown, unknown>;

/** What a schema says of the cost of a field, whatever its arguments. */
export interface FieldCost {
  readonly type: GraphQLNamedType;
  /** Of each object or scalar that the field answers. */
  readonly weight: number;
  readonly isList: boolean;
  /** Rows where no argument says how many. */
  readonly assumedSize: number;
  /** Arguments that say how many; the greatest of those given counts. */
  readonly slicingArguments: readonly GraphQLArgument[];
  /** The fields of the answered object that are so long, where it is no list itself. */
  readonly sizedFields: readonly string[];
}

/** Tells the cost of a field of the schema it was read from. */
export type FieldCosts = (field: Field) => FieldCost;

/** Reads `@cost` and `@listSize` of a schema, each field once; where they are silent, by the conventions of connections. */
export function readFieldCosts(schema: GraphQLSchema): FieldCosts {
  const [cost, listSize] = [schema.getDirective('cost'), schema.getDirective('listSize')];
  const costs = new WeakMap<Field, FieldCost>();
  return (field) => {
    const before = costs.get(field);
    if (before) return before;
    const read = readField(field);
    costs.set(field, read);
    return read;
  };

  function readField(field: Field): FieldCost {
    const type = getNamedType(field.type);
    const listSizeArgs = listSize && field.astNode ? getDirectiveValues(listSize, field.astNode) : undefined;
    const names = (listSizeArgs?.slicingArguments as string[] | undefined) ?? ['first', 'last'];
    const rows = 'getFields' in type ? ['edges', 'nodes'].filter((name) => name in type.getFields()) : [];
    return {
      type,
      weight: weightOf(field, type),
      isList: isListType(getNullableType(field.type)),
      assumedSize: (listSizeArgs?.assumedSize as number | undefined) ?? ASSUMED_SIZE,
      slicingArguments: field.args.filter(({ name }) => names.includes(name)),
      sizedFields: (listSizeArgs?.sizedFields as string[] | undefined) ?? rows,
    };
  }

  function weightOf({ astNode }: Field, type: GraphQLNamedType): number {
    const told = [astNode, type.astNode].map((node) =>
      cost && node
        ? getDirectiveValues(cost, node as { directives?: readonly DirectiveNode[] })?.weight
        : undefined,
    );
    const weight = Number(told[0] ?? told[1] ?? Number.NaN);
    if (Number.isFinite(weight)) return weight;
    return isCompositeType(type) ? OBJECT_COST : 0;
  }
}
