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
 * Returns the faults that graphql-js finds, except those at a place with another fault, which has a more specific message.
 * If there are other faults, only those in the files of the model are returned: the rest follows from them.
 * @param typeDefs all definitions of the schema
 * @param reported the nodes with other faults
 */
export function graphqlFaults(
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

function findErrors(typeDefs: DocumentNode, hasFaults: boolean): readonly GraphQLError[] {
  const errors = validateSDL(typeDefs);
  if (errors.length > 0) return errors;
  try {
    return validateSchema(buildASTSchema(typeDefs, { assumeValidSDL: true }));
  } catch (error) {
    // Definitions with other faults can be impossible to build.
    if (hasFaults) return [];
    throw error;
  }
}

/** Returns whether a fault of `other` includes one of `node`. A field can have a fault, and each of its directives another. */
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
