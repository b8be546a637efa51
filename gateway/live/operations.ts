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
  type ValidationRule,
  validate,
} from 'graphql';
import { formatError, inputError } from '../errors.ts';
import type { LiveContext } from './resolvers.ts';

/** What a client sends to subscribe. */
export interface SubscribePayload {
  readonly query?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Tokens of a document; those of the app have fewer than 300. */
const MOST_TOKENS = 2_000;

/**
 * Reads what a client subscribes to.
 * @param rules what the deployment asks of documents beside what GraphQL does
 * @returns what executes it, or what is wrong with it
 */
export function readSubscription(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
  rules: readonly ValidationRule[],
): ExecutionArgs | readonly GraphQLError[] {
  if (typeof query !== 'string')
    return [inputError('expected the document of a subscription as `query`, got none')];
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: MOST_TOKENS });
  } catch (error) {
    return [error as GraphQLError];
  }
  const faults = validate(schema, document, [...specifiedRules, ...rules], { maxErrors: 5 });
  if (faults.length > 0) return faults;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; ask everything else over HTTP`,
      ),
    ];
  return { schema, document, operationName: operationName ?? null, variableValues: variables ?? {} };
}

/** Makes what one execution carries; its signal ends with the subscription. */
export type CreateContext = (signal: AbortSignal) => LiveContext;

/**
 * Subscribes, and answers each event with loaders of its own: what one event has read is not what the next one finds.
 * @param mayTell asked before each event is answered; it ends the connection where it says no
 */
export async function subscribe(
  args: ExecutionArgs,
  createContext: CreateContext,
  mayTell: () => Promise<boolean>,
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
      return { value: await execute({ ...args, rootValue: value, contextValue }), done: false };
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
