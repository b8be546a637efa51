import type { ASTNode, GraphQLError } from 'graphql';
import { cutText } from '../../../core/text/textBoundaries.ts';

/** Errors repeat names of the model, however long. */
const MAX_ERROR_CHARACTERS = 500;

/** The error of a model that cannot be served. The message lists all errors with file, line and fix. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    const shown = errors.map(shortened);
    super(`the model has ${count}:\n${shown.map((error) => `  ${error}`).join('\n')}`);
    this.errors = shown;
  }
}

const shortened = (error: string): string =>
  error.length > MAX_ERROR_CHARACTERS ? `${cutText(error, MAX_ERROR_CHARACTERS)}…` : error;

/** Returns the file, line and column of a node. */
export function locationOf(node: ASTNode): string {
  const { source, startToken } = node.loc ?? {};
  return source ? `${source.name}:${startToken?.line}:${startToken?.column}` : 'the model';
}

/** Returns the message of an error of graphql-js with its file, line and column. */
export function describeWithLocation({ nodes, source, locations, message }: GraphQLError): string {
  const [node] = nodes ?? [];
  if (node) return `${locationOf(node)} ${message}`;
  const [location] = locations ?? [];
  return source && location
    ? `${source.name}:${location.line}:${location.column} ${message}`
    : `the model ${message}`;
}

/** Records an error of a model at a node of its SDL. Returns undefined, so that a check can return it. */
export type ReportError = (node: ASTNode, message: string) => undefined;
