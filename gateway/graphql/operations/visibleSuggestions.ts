import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
} from 'graphql';
import { type Context, PUBLIC_AUDIENCE } from '../../core/context.ts';
import { once } from '../../services/cache/once.ts';
import { explainEnumErrors } from '../schema/enumErrors.ts';
import type { VisibleSchemas } from '../schema/scopes/visibleSchema.ts';

/** A document with errors, or an operation whose variables have some. */
interface FaultyOperation {
  readonly document: DocumentNode;
  readonly operation?: OperationDefinitionNode | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

const SUGGESTION = ' Did you mean ';
/** Uses of names that require scopes are errors too, beside those of the operation. */
const MAX_ERRORS = 50;

const explained = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * Returns a function that replaces the suggestion in the message of an error by that of the schema for callers without a key: the
 * whole schema, which validates operations, would suggest names that require scopes.
 */
export function visibleSuggestions(
  visibleSchemas: VisibleSchemas,
  faulty: FaultyOperation,
): (message: string) => string {
  const messages = once(() => messagesOf(publicPart(visibleSchemas), faulty));
  return (message) => {
    const end = message.lastIndexOf(SUGGESTION);
    if (end === -1) return message;
    const reason = message.slice(0, end);
    return messages().find((other) => other.startsWith(reason)) ?? reason;
  };
}

/** Replaces the suggestions in the errors of invalid documents and variables. */
export const suggestVisibleNames = (visibleSchemas: VisibleSchemas): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => ({
    async willSendResponse({ document, operation, request: { variables }, response: { body } }) {
      if (body.kind !== 'single' || !document || body.singleResult.data || !body.singleResult.errors) return;
      const visible = visibleSuggestions(visibleSchemas, { document, operation, variables });
      body.singleResult.errors = body.singleResult.errors.map((error) => ({
        ...error,
        message: visible(error.message),
      }));
    },
  }),
});

function publicPart(visibleSchemas: VisibleSchemas): GraphQLSchema {
  const schema = visibleSchemas(PUBLIC_AUDIENCE.scopes);
  const known = explained.get(schema) ?? explainEnumErrors(schema);
  explained.set(schema, known);
  return known;
}

function messagesOf(
  schema: GraphQLSchema,
  { document, operation, variables }: FaultyOperation,
): readonly string[] {
  const options = { maxErrors: MAX_ERRORS };
  const { errors = [] } = operation
    ? getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, options)
    : {};
  return [...validate(schema, document, specifiedRules, options), ...errors].map(({ message }) => message);
}
