import {
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../gateway/core/context.ts';
import { createDocumentFacts } from '../../gateway/graphql/operations/document/documentFacts.ts';
import { coercedVariables } from '../../gateway/graphql/operations/limits/variables.ts';
import { ResponseSources } from '../../gateway/graphql/operations/run/responseSources.ts';
import { createSourcePlans } from '../../gateway/graphql/operations/sourceMaps/sourcePlans.ts';
import { createContentSourceMap } from '../../gateway/providers/content/sourceMaps/contentSourceMap.ts';

/** Executes a query as the gateway does if its response has a source map. @returns the source map as an extension */
export async function executeTraced({
  schema,
  document,
  contextValue,
  variableValues,
}: ExecutionArgs): Promise<ExecutionResult> {
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const variables = coercedVariables(schema, operation, variableValues ?? {});
  // Some arguments are invalid.
  if (!variables) return { data: null, extensions: { contentSourceMaps: createContentSourceMap([]) } };
  const { content } = contextValue as Context;
  content.requestSources();
  const sources = new ResponseSources();
  const prepared = createSourcePlans(schema, createDocumentFacts(schema, 0))(document, operation);
  const { data: written, errors } = await prepared.execute(contextValue as Context, variables, sources);
  const data = written ? JSON.parse(written.text) : null;
  const contentSourceMaps = createContentSourceMap(sources.of(data));
  return { data, ...(errors && { errors }), extensions: { contentSourceMaps } };
}
