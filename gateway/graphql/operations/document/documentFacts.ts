import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CacheControlPolicy, createCacheControlPolicies } from './cacheControlPolicy.ts';
import { createDefinitionReader, type Definition, type UsedField } from './definitions.ts';
import { createDeprecationFinder } from './deprecatedCoordinates.ts';

/** What is known about an operation with the fragments that it uses, for all values of its variables. */
export interface OperationFacts {
  /**
   * The schema coordinates of fields, arguments, input fields and enum values, without introspection
   * (https://spec.graphql.org/September2025/#sec-Schema-Coordinates): what its text names, and all input fields and enum values
   * that its variables can contain.
   */
  readonly coordinates: readonly string[];
  /** Returns the deprecated coordinates that the operation uses with these variables. */
  deprecatedIn(variables: Readonly<Record<string, unknown>>): readonly string[];
  /** The root fields of a query, with root fields in fragments. */
  readonly rootFields: readonly FieldNode[];
}

/** What is known about a valid document, for all values of its variables. */
export interface DocumentFacts {
  /** The fields of all operations and fragments, with introspection. A field can occur several times. */
  readonly fields: readonly UsedField[];
  /** The variables in the arguments of directives. */
  readonly directiveVariables: readonly string[];
  readonly cachePolicy: CacheControlPolicy;
  /** @param operation an operation of the document */
  ofOperation(operation: OperationDefinitionNode): OperationFacts;
}

/** Returns the facts of a valid document, which are computed once for each parsed document. */
export type FactsOf = (document: DocumentNode) => DocumentFacts;

/** @param defaultMaxAgeSeconds the cache policy of root fields without a hint */
export function createDocumentFacts(schema: GraphQLSchema, defaultMaxAgeSeconds: number): FactsOf {
  const known = new WeakMap<DocumentNode, DocumentFacts>();
  const readDefinitions = createDefinitionReader(schema);
  const policyOf = createCacheControlPolicies(schema, defaultMaxAgeSeconds);
  const findDeprecations = createDeprecationFinder(schema);
  return (document) => {
    const facts = known.get(document) ?? read(document);
    known.set(document, facts);
    return facts;
  };

  function read(document: DocumentNode): DocumentFacts {
    const definitions = readDefinitions(document);
    const fields = definitions.flatMap((definition) => [...definition.fields.values()]);
    const operations = new Map<OperationDefinitionNode, OperationFacts>();
    const directiveVariables = definitions.flatMap((definition) => [...definition.directiveVariables]);
    return {
      fields,
      directiveVariables: [...new Set(directiveVariables)],
      cachePolicy: policyOf(fields),
      ofOperation(operation) {
        const facts =
          operations.get(operation) ?? readOperation(operation, usedDefinitions(operation, definitions));
        operations.set(operation, facts);
        return facts;
      },
    };
  }

  function readOperation(operation: OperationDefinitionNode, used: readonly Definition[]): OperationFacts {
    const literal = new Set(used.flatMap(({ coordinates }) => [...coordinates]));
    const ofVariables = used.flatMap(({ variableParts }) => [...variableParts]);
    const all = [...new Set([...literal, ...ofVariables])];
    return {
      coordinates: all,
      deprecatedIn: findDeprecations(operation, { literal, all }),
      rootFields: used.flatMap(({ queryFields }) => queryFields),
    };
  }
}

/** Returns an operation and the fragments that it uses, in the order of the document. */
function usedDefinitions(
  operation: OperationDefinitionNode,
  definitions: readonly Definition[],
): readonly Definition[] {
  const fragments = new Map<string, Definition>();
  for (const definition of definitions)
    if (definition.node.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.node.name.value, definition);
  const used = new Set(definitions.filter(({ node }) => node === operation));
  for (const { spreads } of used)
    for (const name of spreads) {
      const fragment = fragments.get(name);
      if (fragment) used.add(fragment);
    }
  return definitions.filter((definition) => used.has(definition));
}
