import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
} from 'graphql';
import { type ExprNode, evaluateSync, parse, toJS } from 'groq-js';
import { type ContentIssue, withContentErrors } from '../../gateway/core/contentIssue.ts';
import {
  type Context,
  createOperationContext,
  type MediaPort,
  PUBLIC_AUDIENCE,
  PUBLISHED,
} from '../../gateway/core/context.ts';
import { needsSearch } from '../../gateway/core/model/derivedSearch.ts';
import { isLocalized } from '../../gateway/core/model/model.ts';
import { readDateTime, replaceDateTimes } from '../../gateway/emulators/content/query/dateTimes.ts';
import { readDistance, replaceDistances } from '../../gateway/emulators/content/query/distances.ts';
import { isConstant, nodesOf, replaceNodes } from '../../gateway/emulators/content/query/syntaxTree.ts';
import { createLocaleResolvers } from '../../gateway/graphql/resolvers/locales.ts';
import { buildSchema, type TypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { boundContent } from '../../gateway/providers/content/bounds/boundedContent.ts';
import type { ContentClient } from '../../gateway/providers/content/client.ts';
import { bindDocumentField, readSource } from '../../gateway/providers/content/directives.ts';
import { type ContentLoader, createContentLoader } from '../../gateway/providers/content/loader.ts';
import { createContentResolvers } from '../../gateway/providers/content/resolvers.ts';
import { Dataset, type Doc } from './dataset.ts';

/** An executable schema with the content resolvers of the gateway, without a server. */
export interface ContentGraph {
  readonly schema: GraphQLSchema;
  /** Returns the number of compiled GROQ expressions. */
  compiledCount(): number;
  /** The content requests of all operations. */
  readonly requests: { readonly groq: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** The `_type`s that each request reads. */
  readonly documentTypes: (readonly string[])[];
  /** The values that do not fit the model, in the order of their errors. */
  readonly issues: ContentIssue[];
  /** @param locale the language that the request asks for */
  execute(
    document: DocumentNode,
    variables: Record<string, unknown>,
    locale?: string,
    perspective?: string,
  ): Promise<ExecutionResult>;
}

/**
 * Creates a content graph over a content client. Fields of the other providers are null.
 * @param executeOperation default: `execute` of graphql-js
 */
export function createContentGraph(
  defs: TypeDefs,
  client: ContentClient,
  executeOperation: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult> = execute as never,
): ContentGraph {
  const nullResolver = () => () => null;
  const schema = buildSchema<Context<ContentLoader>>({
    ...defs,
    binders: { document: bindDocumentField, source: readSource, related: nullResolver },
    resolvers: [
      createContentResolvers(defs.model, { projectId: 'p', dataset: 'd', baseUrl: undefined }),
      ...(isLocalized(defs.model) ? [createLocaleResolvers(defs.model.locales)] : []),
      ...(needsSearch(defs.model) ? [{ SearchItem: { __resolveType: () => undefined } }] : []),
    ],
  });
  const requests: ContentGraph['requests'] = [];
  const issues: ContentIssue[] = [];
  const documentTypes: ContentGraph['documentTypes'] = [];
  let compiledExpressions = 0;
  return {
    schema,
    requests,
    issues,
    documentTypes,
    compiledCount: () => compiledExpressions,
    async execute(document, variableValues, locale, perspective = PUBLISHED) {
      const audience = { ...PUBLIC_AUDIENCE, locale, perspective };
      const operation = createOperationContext({ signal: new AbortController().signal }, audience);
      const recordingClient: ContentClient = {
        query(query, signal, options) {
          requests.push({ groq: query.groq, params: query.params });
          documentTypes.push(options?.documentTypes ?? []);
          return client.query(query, signal, options);
        },
      };
      const loader = createContentLoader({
        ...operation,
        client: recordingClient,
        model: defs.model,
        onContentIssue: (issue) => void issues.push(issue),
      });
      const content: ContentLoader = {
        ...loader,
        compile: (info, build) =>
          loader.compile(info, (projector) => {
            compiledExpressions += 1;
            return build(projector);
          }),
      };
      const contextValue: Context<ContentLoader> = {
        ...operation,
        content,
        media: MEDIA,
        search: undefined,
      };
      const result = await executeOperation({ schema, document, variableValues, contextValue });
      const errors = withContentErrors(result.errors, contextValue);
      return errors ? { ...result, errors } : result;
    },
  };
}

/** The generated texts are shorter. */
const MAX_TEXT_CHARACTERS = 10_000;

/** A media provider that has every asset. */
const MEDIA: MediaPort = { asset: (assetId) => ({ assetId }), still: async () => null };

/** Creates a content client that evaluates GROQ over documents in memory, and bounds the results as the client over HTTP does. */
export function createEvaluatorClient(documents: readonly Doc[]): ContentClient {
  const { documents: dataset } = new Dataset(documents);
  const byId = new Map(dataset.map((doc) => [doc._id, doc]));
  return {
    async query({ groq, params }) {
      const tree = replaceDateTimes(replaceDistances(parse(groq, { params: { ...params } })));
      const evaluate = (node: ExprNode) =>
        toJS(
          evaluateSync(node, {
            dataset,
            params: { ...params },
            dereference: ({ _ref }) => readDateTime(_ref) ?? readDistance(_ref) ?? byId.get(_ref),
          }),
        );
      const result = JSON.parse(JSON.stringify(evaluate(hoistConstants(tree, evaluate))));
      boundContent(result, MAX_TEXT_CHARACTERS);
      return { result, tags: [] };
    },
  };
}

/** Types of nodes for lists of documents and parts of them. Other nodes cannot be replaced everywhere by a value. */
const LISTS_AND_PARTS: ReadonlySet<string> = new Set([
  'AccessAttribute',
  'AccessElement',
  'ArrayCoerce',
  'Deref',
  'Filter',
  'FuncCall',
  'Map',
  'PipeFuncCall',
  'Projection',
  'Slice',
]);

/**
 * Replaces each inner expression over documents that has the same value in every scope: groq-js would evaluate it again for
 * every row, which takes minutes when such expressions are nested.
 */
function hoistConstants(tree: ExprNode, evaluate: (node: ExprNode) => unknown): ExprNode {
  return replaceNodes(tree, (node, { scopes }) => {
    if (scopes === 0 || !LISTS_AND_PARTS.has(node.type) || !isConstant(node) || !readsDocuments(node))
      return undefined;
    let value: { readonly of: unknown } | undefined;
    return {
      type: 'Value',
      get value() {
        value ??= { of: evaluate(hoistConstants(node, evaluate)) };
        return value.of;
      },
    };
  });
}

const readsDocuments = (tree: ExprNode): boolean => nodesOf(tree).some(([{ type }]) => type === 'Everything');
