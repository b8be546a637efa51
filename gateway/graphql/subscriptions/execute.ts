import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { formatError, inputError, withoutSuggestion } from '../../core/errors.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import type { RequestedOperation } from '../operations/cost/estimateCost.ts';
import { EXECUTION_OPTIONS } from '../operations/limits/coercedVariables.ts';
import { PARSE_OPTIONS } from '../operations/limits/parseOptions.ts';
import { rejectDeepVariables } from '../operations/limits/variableDepth.ts';
import type { SubscriptionContext } from './resolvers.ts';
import { NO_TELEMETRY, type ObserveEvent } from './telemetry.ts';

/** What a client sends to subscribe. */
export interface SubscribePayload {
  readonly query?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Reads what a client subscribes to.
 * @param priceOf tells what answering one event may cost, and throws where that is too much
 * @param documentRule refuses documents that go too far
 * @returns what executes it, and its price, or what is wrong with it
 */
export function prepareSubscription(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
  priceOf: (asked: RequestedOperation) => number,
  documentRule: ValidationRule,
): (ExecutionArgs & { readonly cost: number }) | readonly GraphQLError[] {
  if (typeof query !== 'string')
    return [inputError('expected the document of a subscription as `query`, got none')];
  let document: DocumentNode;
  try {
    document = parse(query, PARSE_OPTIONS);
  } catch (error) {
    return [coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
  }
  const faults = validate(schema, document, [...specifiedRules, documentRule], { maxErrors: 5 });
  if (faults.length > 0) return faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED'));
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; ask everything else over HTTP`,
      ),
    ];
  const variableValues = variables ?? {};
  try {
    rejectDeepVariables(variableValues);
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues, {
      maxErrors: EXECUTION_OPTIONS.maxCoercionErrors,
    });
    if (errors) return errors;
    const cost = priceOf({ operation, document, variables: variableValues });
    return { schema, document, operationName: operationName ?? null, variableValues, cost };
  } catch (error) {
    return [error as GraphQLError];
  }
}

/** The error with a code, where it has none, and without guesses of what may have been meant. */
function coded(error: GraphQLError, code: string): GraphQLError {
  const { nodes, source, positions, extensions } = error;
  return new GraphQLError(withoutSuggestion(error.message), {
    nodes,
    source,
    positions,
    extensions: { code, ...extensions },
  });
}

/** What a subscription goes by. */
export interface SubscriptionOptions {
  /** Makes what one execution carries; its signal ends with the subscription. */
  createContext(signal: AbortSignal): SubscriptionContext;
  /** Asked before each event is answered; it ends the connection where it says no. */
  reauthenticate(): Promise<boolean>;
  /** Milliseconds for the answer to an event. */
  readonly timeoutMs: number;
  /** Waits until the answer to an event can be paid for. @returns what takes back the rest, once it is known */
  charge(signal: AbortSignal): Promise<(answer: ExecutionResult) => void>;
  /** Around the answer to each event. */
  readonly observeEvent?: ObserveEvent | undefined;
}

/**
 * Subscribes, and answers each event with loaders of its own: what one event has read is not what the next one finds.
 */
export async function subscribe(
  args: ExecutionArgs,
  { createContext, reauthenticate, timeoutMs, charge, observeEvent = NO_TELEMETRY }: SubscriptionOptions,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const ended = new AbortController();
  const source = await createSourceEventStream({
    ...args,
    options: EXECUTION_OPTIONS,
    contextValue: createContext(ended.signal),
  });
  if (!(Symbol.asyncIterator in source)) return source as ExecutionResult;
  const events = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const told: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const { value, done } = await events.next();
      if (done || !(await reauthenticate())) {
        await events.return?.();
        return { value: undefined, done: true };
      }
      const paid = await charge(ended.signal).catch(() => undefined);
      // It has ended while it waited.
      if (!paid) return { value: undefined, done: true };
      // A signal of its own: what listens to it goes with the event.
      const { signal, release } = withDeadline(ended.signal, timeoutMs);
      try {
        const contextValue = createContext(signal);
        const answer = await observeEvent(args, () => execute({ ...args, rootValue: value, contextValue }));
        paid(answer);
        return { value: answer, done: false };
      } finally {
        release();
      }
    },
    async return() {
      ended.abort(new Error('the subscription has ended'));
      await events.return?.();
      return { value: undefined, done: true };
    },
    async throw(error) {
      ended.abort(error);
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]: () => told,
  };
  return told;
}

/** An error as a client is told it over HTTP as well: with a code, and without its cause. */
export function formatSubscriptionError(error: GraphQLError): GraphQLFormattedError {
  const isFault = error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  const code = isFault ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT';
  const formatted = error.toJSON();
  return formatError({ ...formatted, extensions: { code, ...formatted.extensions } }, error);
}
