import { defaultTypeResolver, type GraphQLAbstractType, GraphQLError, type GraphQLObjectType } from 'graphql';
import type { Context } from '../../../core/context.ts';
import { isPromise } from '../../../core/maybePromise.ts';
import type { WrittenResult } from '../run/responseData.ts';
import type { ResponseSources } from '../run/responseSources.ts';
import {
  FieldExecution,
  type ItemPath,
  OperationExecution,
  objectTypeOf,
  type Path,
} from './fieldExecution.ts';
import { writeSerialized } from './leafWriter.ts';
import {
  type FieldPlan,
  type OutputPlan,
  type PlanScope,
  planSelection,
  type SelectionPlan,
  selectionOf,
} from './selectionPlan.ts';
import { valueWriterOf } from './valueWriter.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The selections of an operation for one outcome of its conditions. */
export interface ExecutionPlan extends PlanScope {
  /** Set by the first execution. */
  root?: SelectionPlan;
}

/**
 * Executes a query by its plan, and writes its `data`. Data, errors, their order and the order of resolver calls are the same as
 * with `execute` of graphql-js, whose promises it chains in the same way.
 * @param variables coerced
 * @param sources collects the sources of the values, if the plan `hasSources`
 * @returns the points of the whole execution; errors reduce them, because what they replace by null costs nothing
 */
export function executePlan(
  plan: ExecutionPlan,
  context: Context,
  variables: Variables,
  sources?: ResponseSources,
): WrittenResult | Promise<WrittenResult> {
  const execution = new OperationExecution(plan, context, variables, sources);
  const respond = (text: string | undefined): WrittenResult => {
    const { errors, points } = execution;
    const data = text === undefined ? null : { text, points };
    return errors.length === 0 ? { data } : { errors, data };
  };
  const fail = (error: unknown): WrittenResult => {
    execution.addError(error as GraphQLError, undefined);
    return respond(undefined);
  };
  try {
    const type = plan.schema.getQueryType() as GraphQLObjectType;
    plan.root ??= planSelection(plan, type, [plan.operation.selectionSet], plan.cost, variables);
    const text = writeFields(execution, plan.root, undefined, undefined);
    return typeof text === 'string' ? respond(text) : text.then(respond, fail);
  } catch (error) {
    return fail(error);
  }
}

/** A value as JSON, or the promise of one. */
type Written = string | Promise<Parts>;

/** A value as JSON, or the elements of a list. A promise of a list has its elements, as in graphql-js: no further promise joins them. */
type Parts = string | readonly Parts[];

/** Joins the elements of lists. */
function join(parts: Parts): string {
  if (typeof parts === 'string') return parts;
  let text = '[';
  for (const [i, part] of parts.entries()) text += i === 0 ? join(part) : `,${join(part)}`;
  return `${text}]`;
}

function writeFields(
  execution: OperationExecution,
  selection: SelectionPlan,
  source: unknown,
  path: Path | undefined,
): string | Promise<string> {
  execution.addEvaluations(selection);
  let text = '';
  let pending: PendingFields | undefined;
  try {
    for (const field of selection.fields) {
      const leaf = field.writeLeaf?.(source);
      if (leaf !== undefined) {
        text += leaf;
        continue;
      }
      text += field.prefix;
      const value = executeField(execution, field, source, path);
      if (typeof value === 'string') {
        text += value;
        continue;
      }
      pending ??= { texts: [], values: [] };
      pending.texts.push(text);
      pending.values.push(value);
      text = '';
    }
  } catch (error) {
    if (!pending) throw error;
    // Other fields may fail too; their rejections must be handled.
    return joinFields(pending, text).finally(() => {
      throw error;
    });
  }
  text += selection.end;
  return pending ? joinFields(pending, text) : text;
}

/** The fields of an object that wait, each with the text before it. */
interface PendingFields {
  readonly texts: string[];
  readonly values: Promise<Parts>[];
}

const joinFields = ({ texts, values }: PendingFields, end: string): Promise<string> =>
  Promise.all(values).then(
    (written) => texts.map((text, i) => text + join(written[i] as Parts)).join('') + end,
  );

function executeField(
  execution: OperationExecution,
  plan: FieldPlan,
  source: unknown,
  parentPath: Path | undefined,
): Written {
  const { output } = plan;
  const written = writeValue(execution, plan, source);
  if (written !== undefined) return written;
  const field = new FieldExecution(execution, plan, parentPath);
  try {
    const value = field.resolve(source);
    if (!isPromise(value)) {
      const completed = complete(field, output, undefined, value);
      return typeof completed === 'string' ? completed : handleRejection(field, output, undefined, completed);
    }
    const completed = value.then((resolved) => complete(field, output, undefined, resolved));
    return handleRejection(field, output, undefined, completed);
  } catch (error) {
    return field.handleError(output, undefined, error);
  }
}

/** Writes a value by its getter alone. @returns undefined if the resolver has to be called */
function writeValue(execution: OperationExecution, plan: FieldPlan, source: unknown): string | undefined {
  if (!plan.getter) return undefined;
  const value = plan.getter.read(source);
  if (value === null && !plan.output.isRequired) return 'null';
  const { points } = execution;
  const text = valueWriterOf(plan)?.(execution, value);
  if (text === undefined) execution.points = points;
  return text;
}

const handleRejection = (
  field: FieldExecution,
  output: OutputPlan,
  itemPath: ItemPath,
  completed: Promise<Parts>,
): Promise<Parts> =>
  completed.then(undefined, (error: unknown) => field.handleError(output, itemPath, error));

/** Writes the value of a resolver. @throws Error for a value of another type */
function complete(field: FieldExecution, output: OutputPlan, itemPath: ItemPath, value: unknown): Written {
  if (value instanceof Error) throw value;
  const { execution, plan } = field;
  if (value == null) {
    if (itemPath) execution.points += plan.pointsOfNull;
    if (!output.isRequired) return 'null';
    throw new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.fieldName}.`);
  }
  switch (output.kind) {
    case 'leaf':
      execution.points += plan.points;
      return writeSerialized(output.type, value);
    case 'list':
      return completeList(field, output.item, itemPath, value);
    case 'object':
      return completeObject(field, output.type, itemPath, value);
    default:
      return completeAbstract(field, output.type, itemPath, value);
  }
}

function completeList(field: FieldExecution, item: OutputPlan, itemPath: ItemPath, value: unknown): Written {
  if (typeof value !== 'object' || typeof (value as Iterable<unknown>)[Symbol.iterator] !== 'function')
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${field.parentType.name}.${field.fieldName}".`,
    );
  const prev = itemPath ?? field.path;
  const completed: Written[] = [];
  let hasPromises = false;
  try {
    for (const member of value as Iterable<unknown>) {
      const path = { prev, key: completed.length, typename: undefined };
      const completedItem = completeItem(field, item, path, member);
      completed.push(completedItem);
      hasPromises ||= typeof completedItem !== 'string';
    }
  } catch (error) {
    // Other items may fail too; their rejections must be handled.
    if (hasPromises) Promise.all(completed).catch(() => undefined);
    throw error;
  }
  return hasPromises ? Promise.all(completed) : join(completed as string[]);
}

function completeItem(field: FieldExecution, output: OutputPlan, path: Path, value: unknown): Written {
  try {
    if (isPromise(value))
      return handleRejection(
        field,
        output,
        path,
        value.then((resolved) => complete(field, output, path, resolved)),
      );
    const completed = complete(field, output, path, value);
    return typeof completed === 'string' ? completed : handleRejection(field, output, path, completed);
  } catch (error) {
    return field.handleError(output, path, error);
  }
}

function completeAbstract(
  field: FieldExecution,
  type: GraphQLAbstractType,
  itemPath: ItemPath,
  value: unknown,
): Written {
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
): Written {
  const { plan, execution } = field;
  let selection = selectionOf(plan, type);
  if (!selection) {
    const sets = plan.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    selection = planSelection(execution.scope, type, sets, plan.cost, execution.variables);
    plan.selections.set(type, selection);
  }
  execution.points += plan.points;
  return writeFields(execution, selection, value, itemPath ?? field.path);
}
