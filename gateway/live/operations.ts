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
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { formatError, inputError } from '../errors.ts';
import { documentLimits } from '../limits/documentLimits.ts';
import { refuseTooCostly } from '../limits/operationLimits.ts';
import { PARSING } from '../limits/parsing.ts';
import { unwatched, type WatchEvent } from '../watching/events.ts';
import type { LiveContext } from './resolvers.ts';

/** What a client sends to subscribe. */
export interface SubscribePayload {
  readonly query?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Reads what a client subscribes to.
 * @param maxCost what answering one event may cost
 * @returns what executes it, or what is wrong with it
 */
export function readSubscription(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
  maxCost: number,
): ExecutionArgs | readonly GraphQLError[] {
  if (typeof query !== 'string')
    return [inputError('expected the document of a subscription as `query`, got none')];
  let document: DocumentNode;
  try {
    document = parse(query, PARSING);
  } catch (error) {
    return [coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
  }
  const faults = validate(schema, document, [...specifiedRules, documentLimits], { maxErrors: 5 });
  if (faults.length > 0) return faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED'));
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; ask everything else over HTTP`,
      ),
    ];
  try {
    refuseTooCostly({ schema, operation, document, request: { variables: variables ?? {} } }, maxCost);
  } catch (error) {
    return [error as GraphQLError];
  }
  return { schema, document, operationName: operationName ?? null, variableValues: variables ?? {} };
}

/** The error with a code, where it has none, and without guesses of what may have been meant. */
function coded(error: GraphQLError, code: string): GraphQLError {
  const { nodes, source, positions, extensions } = error;
  const message = error.message.replace(/ Did you mean .+\?$/, '');
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}

/** Makes what one execution carries; its signal ends with the subscription. */
export type CreateContext = (signal: AbortSignal) => LiveContext;

/**
 * Subscribes, and answers each event with loaders of its own: what one event has read is not what the next one finds.
 * @param mayTell asked before each event is answered; it ends the connection where it says no
 * @param watch around the answer to each event
 */
export async function subscribe(
  args: ExecutionArgs,
  createContext: CreateContext,
  mayTell: () => Promise<boolean>,
  watch: WatchEvent = unwatched,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const ended = new AbortController();
  const source = await createSourceEventStream({ ...args, contextValue: createContext(ended.signal) });
  if (!(Symbol.asyncIterator in source)) return source as ExecutionResult;
  const events = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const told: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const { value, done } = await events.next();
      if (done || !(await mayTell())) {
        await events.return?.();
        return { value: undefined, done: true };
      }
      // A signal of its own: what listens to it goes with the event.
      const contextValue = createContext(AbortSignal.any([ended.signal]));
      const answer = () => execute({ ...args, rootValue: value, contextValue });
      return { value: await watch(args, answer), done: false };
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
export function tellError(error: GraphQLError): GraphQLFormattedError {
  const isFault = error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  const code = isFault ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT';
  const formatted = error.toJSON();
  return formatError({ ...formatted, extensions: { code, ...formatted.extensions } }, error);
}
