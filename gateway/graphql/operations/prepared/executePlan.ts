import {
  defaultTypeResolver,
  type ExecutionResult,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import {
  FieldExecution,
  type ItemPath,
  OperationExecution,
  objectTypeOf,
  type Path,
} from './fieldExecution.ts';
import { readValue } from './readValue.ts';
import {
  type FieldPlan,
  type OutputPlan,
  type PlanScope,
  planSelection,
  type SelectionPlan,
} from './selectionPlan.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The selections of an operation for one outcome of its conditions. */
export interface ExecutionPlan extends PlanScope {
  /** Set by the first execution. */
  root?: SelectionPlan;
}

/**
 * Executes a query by its plan. Data, errors, their order and the order of resolver calls are those of `execute` of graphql-js,
 * whose promises it chains in the same way.
 * @param variables coerced
 */
export function executePlan(
  plan: ExecutionPlan,
  context: Context,
  variables: Variables,
): ExecutionResult | Promise<ExecutionResult> {
  const execution = new OperationExecution(plan, context, variables);
  const respond = (data: ExecutionResult['data']): ExecutionResult =>
    execution.errors.length === 0 ? { data } : { errors: execution.errors, data };
  const fail = (error: unknown): ExecutionResult => {
    execution.addError(error as GraphQLError, undefined);
    return respond(null);
  };
  try {
    const type = plan.schema.getQueryType() as GraphQLObjectType;
    plan.root ??= planSelection(plan, type, [plan.operation.selectionSet], variables);
    const data = executeFields(execution, plan.root, undefined, undefined);
    return isPromise(data) ? data.then(respond, fail) : respond(data);
  } catch (error) {
    return fail(error);
  }
}

type Result = Record<string, unknown>;

function executeFields(
  execution: OperationExecution,
  { fields, Result }: SelectionPlan,
  source: unknown,
  path: Path | undefined,
): Result | Promise<Result> {
  const result = new Result();
  let pending: PendingFields | undefined;
  try {
    for (const field of fields) {
      const leaf = field.readLeaf?.(source);
      const value = leaf === undefined ? executeField(execution, field, source, path) : leaf;
      result[field.key] = value;
      if (leaf !== undefined || !isPromise(value)) continue;
      pending ??= { keys: [], values: [] };
      pending.keys.push(field.key);
      pending.values.push(value);
    }
  } catch (error) {
    if (!pending) throw error;
    // Other fields may fail too; their rejections must be handled.
    return resolveFields(result, pending).finally(() => {
      throw error;
    });
  }
  return pending ? resolveFields(result, pending) : result;
}

interface PendingFields {
  readonly keys: string[];
  readonly values: Promise<unknown>[];
}

/** Replaces the promises of a result object by their values. */
const resolveFields = (result: Result, { keys, values }: PendingFields): Promise<Result> =>
  Promise.all(values).then((resolved) => {
    for (const [i, key] of keys.entries()) result[key] = resolved[i];
    return result;
  });

function executeField(
  execution: OperationExecution,
  plan: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
): unknown {
  const { output } = plan;
  const known = plan.read?.(source);
  const result = readValue(plan, output, known);
  if (result !== undefined) return result;
  const field = new FieldExecution(execution, plan, parentPath);
  try {
    const value = known ?? field.resolve(source);
    if (!isPromise(value)) {
      const completed = complete(field, output, undefined, value);
      return isPromise(completed) ? handleRejection(field, output, undefined, completed) : completed;
    }
    const completed = value.then((resolved) => complete(field, output, undefined, resolved));
    return handleRejection(field, output, undefined, completed);
  } catch (error) {
    return field.handleError(output, undefined, error);
  }
}

const handleRejection = (
  field: FieldExecution,
  output: OutputPlan,
  itemPath: ItemPath,
  completed: Promise<unknown>,
): Promise<unknown> =>
  completed.then(undefined, (error: unknown) => field.handleError(output, itemPath, error));

/** Converts the value of a resolver to that of the response. @throws Error for a value of another type */
function complete(field: FieldExecution, output: OutputPlan, itemPath: ItemPath, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value == null) {
    if (!output.isRequired) return null;
    throw new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.fieldName}.`);
  }
  switch (output.kind) {
    case 'leaf':
      return completeLeaf(output.type, value);
    case 'list':
      return completeList(field, output.item, itemPath, value);
    case 'object':
      return completeObject(field, output.type, itemPath, value);
    default:
      return completeAbstract(field, output.type, itemPath, value);
  }
}

function completeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const serialized = type.serialize(value);
  if (serialized == null) throw new Error(`expected a serialized ${type.name}, got null`);
  return serialized;
}

function completeList(field: FieldExecution, item: OutputPlan, itemPath: ItemPath, value: unknown): unknown {
  if (typeof value !== 'object' || typeof (value as Iterable<unknown>)[Symbol.iterator] !== 'function')
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${field.parentType.name}.${field.fieldName}".`,
    );
  const prev = itemPath ?? field.path;
  const completed: unknown[] = [];
  let hasPromises = false;
  try {
    for (const member of value as Iterable<unknown>) {
      const path = { prev, key: completed.length, typename: undefined };
      const completedItem = completeItem(field, item, path, member);
      completed.push(completedItem);
      hasPromises ||= isPromise(completedItem);
    }
  } catch (error) {
    // Other items may fail too; their rejections must be handled.
    if (hasPromises) Promise.all(completed).catch(() => undefined);
    throw error;
  }
  return hasPromises ? Promise.all(completed) : completed;
}

function completeItem(field: FieldExecution, output: OutputPlan, path: Path, value: unknown): unknown {
  try {
    if (isPromise(value))
      return handleRejection(
        field,
        output,
        path,
        value.then((resolved) => complete(field, output, path, resolved)),
      );
    const completed = complete(field, output, path, value);
    return isPromise(completed) ? handleRejection(field, output, path, completed) : completed;
  } catch (error) {
    return field.handleError(output, path, error);
  }
}

function completeAbstract(
  field: FieldExecution,
  type: GraphQLAbstractType,
  itemPath: ItemPath,
  value: unknown,
): unknown {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const name: unknown = resolveType(value, field.execution.context, field as never, type);
  return isPromise(name)
    ? name.then((resolved) => completeObject(field, objectTypeOf(field, type, resolved), itemPath, value))
    : completeObject(field, objectTypeOf(field, type, name), itemPath, value);
}

function completeObject(
  field: FieldExecution,
  type: GraphQLObjectType,
  itemPath: ItemPath,
  value: unknown,
): unknown {
  const { plan, execution } = field;
  let selection = plan.selections.get(type);
  if (!selection) {
    const sets = plan.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    selection = planSelection(execution.scope, type, sets, execution.variables);
    plan.selections.set(type, selection);
  }
  return executeFields(execution, selection, value, itemPath ?? field.path);
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
