import {
  type ASTNode,
  buildASTSchema,
  type DocumentNode,
  type GraphQLError,
  Kind,
  type Location,
  validateSchema,
} from 'graphql';
import { validateSDL } from 'graphql/validation/validate.js';
import type { Model } from '../../../core/model/model.ts';
import { describeWithLocation } from '../model/modelError.ts';

/**
 * Returns the errors that graphql-js finds, except those at a place with another error, which has a more specific message.
 * If there are other errors, only errors in the files of the model are returned: the remaining errors follow from them.
 * @param typeDefs all definitions of the schema
 * @param reported the nodes with other errors
 */
export function findGraphqlErrors(
  model: Model,
  typeDefs: DocumentNode,
  reported: readonly ASTNode[],
): readonly string[] {
  const errors = findErrors(typeDefs, reported.length > 0);
  if (reported.length === 0) return errors.map(describeWithLocation);
  const files = new Set(model.definitions.definitions.map(({ loc }) => loc?.source));
  return errors
    .filter(({ nodes = [] }) => {
      const own = nodes.filter(({ loc }) => loc && files.has(loc.source));
      return own.length > 0 && !own.some((node) => reported.some((other) => covers(other, node)));
    })
    .map(describeWithLocation);
}

function findErrors(typeDefs: DocumentNode, hasErrors: boolean): readonly GraphQLError[] {
  const errors = validateSDL(typeDefs);
  if (errors.length > 0) return errors;
  try {
    return validateSchema(buildASTSchema(typeDefs, { assumeValidSDL: true }));
  } catch (error) {
    // Definitions with other errors can be impossible to build.
    if (hasErrors) return [];
    throw error;
  }
}

/** Returns whether an error of `other` includes one of `node`. A field can have an error, and each of its directives another. */
function covers(other: ASTNode, node: ASTNode): boolean {
  if (isPartOfDirective(node))
    return isWithin(other, node) || (isPartOfDirective(other) && isWithin(node, other));
  return isWithin(node, other);
}

const isPartOfDirective = ({ kind }: ASTNode): boolean => kind === Kind.DIRECTIVE || kind === Kind.ARGUMENT;

const isWithin = ({ loc: inner }: ASTNode, { loc: outer }: ASTNode): boolean =>
  inner !== undefined && outer !== undefined && isInside(inner, outer);

const isInside = (inner: Location, outer: Location): boolean =>
  inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
