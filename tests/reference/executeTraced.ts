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
import { createSourcesExecutor } from '../../gateway/graphql/operations/sourceMaps/executeWithSources.ts';
import { createContentSourceMap } from '../../gateway/providers/content/sourceMaps/contentSourceMap.ts';

/** Executes a query as the gateway does if its response has a source map. @returns the source map as an extension */
export async function executeTraced({
  schema,
  document,
  contextValue,
  variableValues,
}: ExecutionArgs): Promise<ExecutionResult> {
  const operation = getOperationAST(document) as OperationDefinitionNode;
  // Some arguments are invalid.
  if (!coercedVariables(schema, operation, variableValues ?? {}))
    return { data: null, extensions: { contentSourceMaps: createContentSourceMap([]) } };
  const { content } = contextValue as Context;
  content.requestSources();
  const sources = new ResponseSources();
  const execute = createSourcesExecutor(schema, createDocumentFacts(schema, 0));
  const variables = variableValues ?? {};
  const requested = { document, operationName: undefined, variables, sources };
  const result = await execute(requested, contextValue as Context);
  const contentSourceMaps = createContentSourceMap(sources.of(result.data));
  return { ...result, extensions: { contentSourceMaps } };
}
