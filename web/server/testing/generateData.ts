import { createHash } from 'node:crypto';
import type { DocumentNode, OperationVariables } from '@apollo/client';
import {
  type ExecutionResult,
  executeSync,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  typeFromAST,
} from 'graphql';
import { operationOf } from '../../apollo/operations.ts';

/** Different objects of a type, so that a response contains some of them several times. */
const ENTITIES = 3;
const MAX_LIST_ITEMS = 3;
/** One in so many nullable values is null. */
const NULL_INTERVAL = 8;

/** A value of an object type. Equal keys have equal fields. */
interface Parent {
  readonly key: string;
  readonly typename: string;
  readonly id?: string;
}

/** Returns pseudo-random data for a query. Data of equal seeds is consistent: an object has the same fields everywhere. */
export function generateData(
  schema: GraphQLSchema,
  document: DocumentNode,
  variableValues: OperationVariables,
  seed: number,
): object {
  const { data, errors } = executeSync({
    schema,
    document,
    variableValues,
    rootValue: { key: 'root', typename: 'Query' } satisfies Parent,
    fieldResolver: ({ key, id }: Parent, args, _context, { fieldName, returnType }) =>
      fieldName === 'id'
        ? id
        : nullableValueOf(schema, returnType, `${seed} ${key}.${fieldName}(${JSON.stringify(args)})`),
    typeResolver: ({ typename }: Parent) => typename,
  }) as ExecutionResult;
  if (errors) throw errors[0];
  return data as object;
}

/** Returns values for the variables of a query; optional ones have none. */
export function generateVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  seed: number,
): OperationVariables {
  const values: OperationVariables = {};
  for (const { variable, type } of operationOf(document).variableDefinitions ?? []) {
    const inputType = typeFromAST(schema, type as never) as GraphQLInputType;
    if (isNonNullType(inputType))
      values[variable.name.value] = inputOf(inputType.ofType, `${seed} ${variable.name.value}`);
  }
  return values;
}

function inputOf(type: GraphQLInputType, key: string): unknown {
  if (isNonNullType(type)) return inputOf(type.ofType, key);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, inputOf(field.type, key)]));
  }
  return scalarOf(type.name, key);
}

function nullableValueOf(schema: GraphQLSchema, type: GraphQLOutputType, key: string): unknown {
  if (isNonNullType(type)) return presentValueOf(schema, type.ofType, key);
  return numberOf(`${key}?`, NULL_INTERVAL) === 0 ? null : presentValueOf(schema, type, key);
}

function presentValueOf(schema: GraphQLSchema, type: GraphQLOutputType, key: string): unknown {
  if (isNonNullType(type)) return presentValueOf(schema, type.ofType, key);
  if (isListType(type))
    return Array.from({ length: numberOf(key, MAX_LIST_ITEMS + 1) }, (_, i) =>
      nullableValueOf(schema, type.ofType, `${key}[${i}]`),
    );
  if (isEnumType(type)) return type.getValues()[numberOf(key, type.getValues().length)]?.value;
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    return presentValueOf(schema, possible[numberOf(key, possible.length)] as GraphQLOutputType, key);
  }
  if (!isObjectType(type)) return scalarOf(type.name, key);
  const parent: Parent = { key, typename: type.name };
  if (!type.getFields().id) return parent;
  const id = String(numberOf(key, ENTITIES));
  return { ...parent, key: `${type.name}:${id}`, id } satisfies Parent;
}

function scalarOf(name: string, key: string): unknown {
  if (name === 'Boolean') return numberOf(key, 2) === 1;
  return name === 'Int' || name === 'Float' ? numberOf(key, 100) : `text ${numberOf(key, 100)}`;
}

/** Returns a number below the limit that depends on the key. */
const numberOf = (key: string, limit: number): number =>
  createHash('sha256').update(key).digest().readUInt32BE() % limit;
