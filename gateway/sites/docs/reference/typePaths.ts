import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  OperationTypeNode,
} from 'graphql';
import type { InputPath } from './exampleValues.ts';

export type Field = GraphQLField<unknown, unknown>;

/** A step from a type to another: a field, or a fragment on a member of a union or an interface. */
export type Step = { readonly field: Field } | { readonly member: GraphQLCompositeType };

/** The way from a root type to another type. */
export interface TypePath {
  readonly operation: OperationTypeNode;
  readonly steps: readonly Step[];
  readonly weight: number;
}

/** An argument whose type is an input type or contains it. */
export interface ArgumentPath {
  readonly owner: GraphQLCompositeType;
  readonly field: Field;
  readonly argument: GraphQLArgument;
  readonly fields: InputPath;
}

/** Examples prefer queries, fields without required arguments, and few steps. */
const ROOT_WEIGHTS: Readonly<Record<OperationTypeNode, number>> = {
  query: 0,
  mutation: 200,
  subscription: 100,
};
const ARGUMENT_WEIGHT = 10;
const DEPRECATED_WEIGHT = 50;
const MEMBER_WEIGHT = 1;

/** Returns the shortest ways to the types of a schema, by name. */
export function findTypePaths(schema: GraphQLSchema): ReadonlyMap<string, TypePath> {
  const paths = new Map<string, TypePath>();
  const open: { type: GraphQLCompositeType; path: TypePath }[] = [];
  for (const operation of Object.values(OperationTypeNode)) {
    const type = schema.getRootType(operation);
    if (type) open.push({ type, path: { operation, steps: [], weight: ROOT_WEIGHTS[operation] } });
  }
  for (;;) {
    const index = indexOfLeast(open.map(({ path }) => path.weight));
    const [least] = index < 0 ? [] : open.splice(index, 1);
    if (!least) return paths;
    const { type, path } = least;
    if (paths.has(type.name)) continue;
    paths.set(type.name, path);
    for (const { step, target, weight } of stepsFrom(schema, type))
      if (!paths.has(target.name))
        open.push({
          type: target,
          path: { ...path, steps: [...path.steps, step], weight: path.weight + weight },
        });
  }
}

function indexOfLeast(weights: readonly number[]): number {
  return weights.indexOf(Math.min(...weights));
}

function stepsFrom(schema: GraphQLSchema, type: GraphQLCompositeType) {
  const members = isAbstractType(type)
    ? schema.getPossibleTypes(type).map((member) => ({
        step: { member } as Step,
        target: member as GraphQLCompositeType,
        weight: MEMBER_WEIGHT,
      }))
    : [];
  const fields = fieldsOf(type).flatMap((field) => {
    const target = getNamedType(field.type);
    return isCompositeType(target) ? [{ step: { field } as Step, target, weight: weightOf(field) }] : [];
  });
  return [...members, ...fields];
}

/** Fields of a subgraph are for routers, and have names with an underscore. */
export const fieldsOf = (type: GraphQLNamedType): readonly Field[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).filter(({ name }) => !name.startsWith('_'))
    : [];

const weightOf = ({ args, deprecationReason }: Field): number =>
  1 +
  ARGUMENT_WEIGHT * args.filter(isRequiredArgument).length +
  (deprecationReason == null ? 0 : DEPRECATED_WEIGHT);

/** Returns an argument for each input type and enum that arguments contain, by the name of the type. */
export function findArgumentPaths(
  schema: GraphQLSchema,
  typePaths: ReadonlyMap<string, TypePath>,
): ReadonlyMap<string, ArgumentPath> {
  const found = new Map<string, ArgumentPath>();
  const owners = [...typePaths]
    .toSorted(([, a], [, b]) => a.weight - b.weight)
    .map(([name]) => schema.getType(name) as GraphQLCompositeType);
  let open: readonly (ArgumentPath & { readonly type: GraphQLNamedType })[] = owners.flatMap((owner) =>
    fieldsOf(owner).flatMap((field) =>
      field.args.map((argument) => ({
        owner,
        field,
        argument,
        fields: [],
        type: getNamedType(argument.type),
      })),
    ),
  );
  while (open.length > 0) {
    const added = open.filter(({ type }, index) => {
      const isFirst = open.findIndex((other) => other.type === type) === index;
      return isFirst && !found.has(type.name);
    });
    for (const { type, ...path } of added) found.set(type.name, path);
    open = added.flatMap(({ type, ...path }) =>
      isInputObjectType(type)
        ? Object.values(type.getFields()).map((field) => ({
            ...path,
            fields: [...path.fields, field.name],
            type: getNamedType(field.type),
          }))
        : [],
    );
  }
  return found;
}
