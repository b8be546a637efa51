import type { ApolloServerOptions } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../core/context.ts';
import { type CostTrees, createCostTrees } from '../cost/actualCost.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { describesSchema } from '../document/rootFields.ts';
import { fragmentsOf } from '../document/selections.ts';
import type { WrittenResult } from '../run/responseData.ts';
import type { ResponseSources } from '../run/responseSources.ts';
import { type ExecutionPlan, executePlan } from './executePlan.ts';

type ApolloDocumentStore = Exclude<ApolloServerOptions<Context>['documentStore'], null | undefined>;

/** Valid documents and their prepared operations. */
export interface ValidDocuments {
  /** Returns whether the document with this SHA-256 (hexadecimal) is stored, and so valid. */
  has(hash: string): boolean;
  /** Returns the document with this SHA-256; undefined if it is not stored. */
  get(hash: string): DocumentNode | undefined;
  /** Stores a valid document. @param hash its SHA-256 */
  add(hash: string, document: DocumentNode): void;
  /**
   * Returns a query of a stored document, and prepares it on its first use.
   * @returns undefined if the document is unknown, has no query of this name, or the query has introspection
   */
  find(hash: string, operationName: string | undefined): PreparedOperation | undefined;
  /** Apollo Server stores each document that it has validated. */
  readonly documents: ApolloDocumentStore;
}

interface PreparedDocument {
  readonly document: DocumentNode;
  /** By the requested name. */
  readonly operations: Map<string | undefined, PreparedOperation>;
}

/** A parsed document takes about 90 bytes of memory per character, its plan and GROQ another 130. */
export const MAX_DOCUMENT_CHARACTERS = 300_000;
/** Added to the length of each document, for the data that is derived from it. */
const OVERHEAD_CHARACTERS = 150;

/** Length of a SHA-256 in hexadecimal. */
const HASH_CHARACTERS = 64;

/** Creates a store of the most recently used documents, which are not parsed, validated and prepared again. */
export function createValidDocuments(schema: GraphQLSchema, factsOf: FactsOf): ValidDocuments {
  const cache = new LRUCache<string, PreparedDocument>({
    maxSize: MAX_DOCUMENT_CHARACTERS,
    sizeCalculation: ({ document: { loc } }) => OVERHEAD_CHARACTERS + (loc?.source.body.length ?? 0),
  });
  // Apollo Server prefixes hashes with the id of the schema; there is one schema.
  const hashOf = (key: string) => key.slice(-HASH_CHARACTERS);
  const costs = createCostTrees(schema);
  const add = (hash: string, document: DocumentNode) =>
    void cache.set(hash, { document, operations: new Map() });
  return {
    has: (hash) => cache.has(hash),
    get: (hash) => cache.get(hash)?.document,
    add,
    find(hash, operationName) {
      const stored = cache.get(hash);
      if (!stored) return undefined;
      const known = stored.operations.get(operationName);
      if (known) return known;
      const operation = getOperationAST(stored.document, operationName);
      if (operation?.operation !== OperationTypeNode.QUERY) return undefined;
      // The result of introspection depends on the caller's scopes (`executeDocument`).
      const { ofOperation, directiveVariables } = factsOf(stored.document);
      if (ofOperation(operation).rootFields.some(describesSchema)) return undefined;
      const prepared = prepareOperation({ schema, costs }, stored.document, operation, directiveVariables);
      stored.operations.set(operationName, prepared);
      return prepared;
    },
    documents: {
      get: async (key) => cache.get(hashOf(key))?.document,
      set: async (key, document) => add(hashOf(key), document),
      delete: async (key) => cache.delete(hashOf(key)),
    },
  };
}

type Variables = Readonly<Record<string, unknown>>;

/** A query that is compiled for execution. */
export interface PreparedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /**
   * @param variables coerced
   * @param sources collects the sources of the values, if the operation is prepared for that
   */
  execute(
    context: Context,
    variables: Variables,
    sources?: ResponseSources,
  ): WrittenResult | Promise<WrittenResult>;
}

interface PreparationOptions {
  readonly schema: GraphQLSchema;
  readonly costs: CostTrees;
  /** True if executions collect the sources of the values. */
  readonly hasSources?: boolean;
}

/** Plans of an operation; if its conditions have more outcomes, the plan of the next outcome replaces all earlier plans. */
const MAX_PLANS = 8;

/**
 * Prepares a query of a valid document. Its selections are collected during the first execution, once for each outcome of
 * `@include` and `@skip`.
 * @param directiveVariables the variables in the arguments of directives
 */
export function prepareOperation(
  { schema, costs, hasSources = false }: PreparationOptions,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  directiveVariables: readonly string[],
): PreparedOperation {
  const scope = {
    schema,
    operation,
    fragments: Object.fromEntries(fragmentsOf(document)),
    cost: costs.treeOf(operation, document),
    evaluationOf: costs.evaluationOf,
    hasSources,
  };
  const plans = new Map<string, ExecutionPlan>();
  const planFor = (variables: Variables): ExecutionPlan => {
    const outcome = directiveVariables.map((name) => String(variables[name])).join();
    const plan = plans.get(outcome) ?? { ...scope };
    if (plans.size >= MAX_PLANS && !plans.has(outcome)) plans.clear();
    plans.set(outcome, plan);
    return plan;
  };
  return {
    schema,
    document,
    operation,
    execute: (context, variables, sources) => executePlan(planFor(variables), context, variables, sources),
  };
}
