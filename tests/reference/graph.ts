import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { evaluateSync, parse, toJS } from 'groq-js';
import { type Context, type MediaPort, startOperation } from '../../gateway/core/context.ts';
import { needsSearch } from '../../gateway/core/model/derivedSearch.ts';
import { buildSchema, type TypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import type { ContentClient } from '../../gateway/providers/content/client.ts';
import { bindDocumentField } from '../../gateway/providers/content/directives.ts';
import { type ContentLoader, createContentLoader } from '../../gateway/providers/content/loader.ts';
import { createContentResolvers } from '../../gateway/providers/content/resolvers.ts';
import { type Doc, Library } from './library.ts';

/** The content service's part of the gateway, without a server. */
export interface ContentGraph {
  readonly schema: GraphQLSchema;
  /** How many pieces of GROQ were compiled since the start. */
  compiled(): number;
  /** The queries sent since the start. */
  readonly sent: { readonly groq: string; readonly params: Readonly<Record<string, unknown>> }[];
  answer(document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** Binds a model to a content client; fields of the other providers are null. */
export function createContentGraph(defs: TypeDefs, client: ContentClient): ContentGraph {
  const elsewhere = () => () => null;
  const schema = buildSchema<Context<ContentLoader>>({
    ...defs,
    binders: { document: bindDocumentField, asset: elsewhere, related: elsewhere },
    resolvers: [
      createContentResolvers(defs.model, { projectId: 'p', dataset: 'd', baseUrl: undefined }),
      ...(needsSearch(defs.model) ? [{ SearchItem: { __resolveType: () => undefined } }] : []),
    ],
  });
  const sent: ContentGraph['sent'] = [];
  let pieces = 0;
  return {
    schema,
    sent,
    compiled: () => pieces,
    async answer(document, variableValues) {
      const operation = startOperation(new AbortController().signal);
      const counted: ContentClient = {
        query(groq, params, ...rest) {
          sent.push({ groq, params });
          return client.query(groq, params, ...rest);
        },
      };
      const loader = createContentLoader({ client: counted, model: defs.model, ...operation });
      const content: ContentLoader = {
        ...loader,
        compile: (info, build) =>
          loader.compile(info, (projector) => {
            pieces += 1;
            return build(projector);
          }),
      };
      const contextValue: Context<ContentLoader> = {
        ...operation,
        content,
        media: undefined as unknown as MediaPort,
        search: undefined,
      };
      return execute({ schema, document, variableValues, contextValue });
    },
  };
}

/** A content service that is the official evaluator alone, without indexes. */
export function evaluatorClient(documents: readonly Doc[]): ContentClient {
  const { documents: dataset } = new Library(documents);
  const byId = new Map(dataset.map((doc) => [doc._id, doc]));
  return {
    async query(groq, params) {
      const value = evaluateSync(parse(groq, { params: { ...params } }), {
        dataset,
        params: { ...params },
        dereference: ({ _ref }) => byId.get(_ref),
      });
      return { result: JSON.parse(JSON.stringify(toJS(value))), tags: [] };
    },
  };
}
