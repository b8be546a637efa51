import {
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  type OperationDefinitionNode,
} from 'graphql';
import { type CachePolicy, recordResult } from '../../core/cachePolicy.ts';
import type { ContentIssue } from '../../core/contentIssue.ts';
import type { Audience, Caller, ContentPort, Row } from '../../core/context.ts';
import { matchLocale } from '../../core/locales.ts';
import type { Model } from '../../core/model/model.ts';
import { objectNumber } from '../../core/objectNumber.ts';
import { selectionsAt } from '../../core/selection.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { bisectBatch, cacheKeyOf, groupKeys, type Key, mergeQueries, singleQuery } from './batch.ts';
import type { ContentClient, QueryResponse } from './client.ts';
import { assetQuery, namedPlaybackIdsQuery } from './groq/assetQuery.ts';
import { type CompiledExpression, type Expression, renderExpression, renderIn } from './groq/groq.ts';
import type { Projector } from './groq/projector.ts';
import { createProjector } from './projection.ts';
import { rowValidator } from './responseValidation.ts';
import { readDraftOverlay, readLabels, type SearchQueries, searchContent } from './searchQueries.ts';

/** Access to the content service within one operation. */
export interface ContentLoader extends ContentPort {
  /** Logs and counts a value that does not fit the model. */
  report(issue: ContentIssue): void;
  /**
   * Evaluates an expression with the operation's variables: all expressions of a tick are one request.
   * @returns the result itself if it is cached, and the operation has no other expression; otherwise its promise
   */
  evaluate(expression: CompiledExpression, variables: Readonly<Record<string, unknown>>): unknown;
  /** Compiles the expression of a field once per parsed operation and audience, however often the operation runs. */
  compile(info: GraphQLResolveInfo, build: (projector: Projector) => CompiledExpression): CompiledExpression;
}

export interface ContentLoaderOptions {
  readonly client: ContentClient;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** The operation's cache tags. */
  readonly tags: Set<string>;
  readonly cachePolicy: CachePolicy;
  readonly audience: Audience;
  /** The caller that the queries count for. */
  readonly caller?: Caller;
  /** Receives values that do not fit the model, whenever an operation reads them. */
  readonly onContentIssue?: ((issue: ContentIssue) => void) | undefined;
}

interface CompiledOperation {
  readonly schema: GraphQLSchema;
  /** By the audience, and by field: see `fieldKeyOf`. */
  readonly expressions: Map<string, Map<string, CompiledExpression>>;
}

/** A parsed operation that is garbage-collected frees its compiled expressions. */
const compiledOperations = new WeakMap<OperationDefinitionNode, CompiledOperation>();

/** Returns the compiled expressions of an operation for an audience, by field. */
function expressionsOf(
  { operation, schema }: GraphQLResolveInfo,
  audience: string,
): Map<string, CompiledExpression> {
  let compiled = compiledOperations.get(operation);
  if (compiled?.schema !== schema) {
    compiled = { schema, expressions: new Map() };
    compiledOperations.set(operation, compiled);
  }
  let ofAudience = compiled.expressions.get(audience);
  if (!ofAudience) {
    ofAudience = new Map();
    compiled.expressions.set(audience, ofAudience);
  }
  return ofAudience;
}

/**
 * Creates the loader of one operation. The keys of its DataLoader are GROQ expressions; each tick sends one query
 * `{"q0": …, "q1": …}`. Documents loaded by id with the same projection share one `*[_id in …]`.
 */
export function createContentLoader({
  client,
  model,
  signal,
  tags,
  cachePolicy,
  audience: { perspective, locale: requestedLocale, scopes },
  caller,
  onContentIssue = () => undefined,
}: ContentLoaderOptions): ContentLoader {
  const readsPrivate = scopes.includes('read:private');
  let hasSources = false;
  const found = requestedLocale === undefined ? undefined : matchLocale(model.locales, requestedLocale);
  const locale = found ?? model.locales.all[0];
  /** What the text of an expression depends on, besides the variables. */
  const audience = `${locale.tag} ${readsPrivate}`;
  const send = async (expressions: readonly Expression[]): Promise<readonly unknown[]> => {
    const [first] = expressions;
    const query = first && expressions.length === 1 ? singleQuery(first) : mergeQueries(expressions);
    const { documentTypes, isValid } = query;
    const response = await runForCaller(caller, () =>
      client.query(query, signal, { documentTypes, perspective, isValid, hasSources }),
    );
    record(response);
    return expressions.map((_, i) => response.result[`q${i}`]);
  };
  const record = (response: QueryResponse): void => {
    for (const tag of response.tags) tags.add(tag);
    recordResult(cachePolicy, 'content', response);
  };

  const sendBatch = bisectBatch(send);
  const loader = createTracedLoader<Key, unknown, string>(
    async (keys) => {
      const { expressions, resultOf } = groupKeys(keys, { readsPrivate });
      const results = await sendBatch(expressions);
      return keys.map(resultOf(results));
    },
    { cacheKeyFn: cacheKeyOf, maxBatchSize: MAX_BATCH_SIZE },
  );
  let expressions: Map<string, CompiledExpression> | undefined;
  const peek = (expression: Expression): unknown => {
    // Several expressions would be cached as one query.
    if (expressions?.size !== 1) return undefined;
    const response = client.peek?.(singleQuery(expression), perspective);
    if (response) record(response);
    return response?.result.q0;
  };
  const evaluate: ContentLoader['evaluate'] = (compiled, variables) => {
    const expression = renderExpression(compiled, variables, readsPrivate);
    const cached = peek(expression);
    return cached === undefined ? loader.load(expression) : cached;
  };

  const compile: ContentLoader['compile'] = (info, build) => {
    expressions = expressionsOf(info, audience);
    const key = fieldKeyOf(info);
    const known = expressions.get(key);
    if (known) return known;
    const expression = withDocumentTypes(createProjector(info, model, locale), build);
    expressions.set(key, expression);
    return expression;
  };

  const queries: SearchQueries = { model, readsPrivate, evaluate, load: loader.load };
  return {
    report: onContentIssue,
    requestSources() {
      hasSources = true;
    },
    locale,
    compile,
    evaluate,
    async document(id, info) {
      const target = getNamedType(info.returnType).name;
      const projection = compile(info, (projector) => compileDocument(projector, target, info));
      const row = (await loader.load({
        id,
        projection: renderExpression(projection, info.variableValues, readsPrivate),
      })) as Row | null;
      return row && model.typeOfDocument.has(row['@type']) ? row : null;
    },
    playbackIdsOfAsset: async (asset, isReadable) =>
      (await loader.load({ asset, query: assetQuery(model, isReadable, { readsPrivate }) })) as
        | readonly string[]
        | undefined,
    namedPlaybackIds: async (asset) =>
      (await loader.load({ asset, query: namedPlaybackIdsQuery({ readsPrivate }) })) as readonly string[],
    labels: (target, values, locale) => readLabels(queries, target, values, locale),
    draftOverlay: (search) => readDraftOverlay(queries, search),
    fallbackSearch: (search, slice, isCounted) => searchContent(queries, search, slice, isCounted),
  };
}

const MAX_BATCH_SIZE = 500;

/** Compiles an expression that adds the document types of its projector whenever it is rendered. */
function withDocumentTypes(
  projector: Projector,
  build: (projector: Projector) => CompiledExpression,
): CompiledExpression {
  const { groq, isValid } = build(projector);
  const documentTypes = [...projector.documentTypes];
  return {
    isValid,
    rendered: new WeakMap(),
    groq(scope) {
      scope.addDocumentTypes(documentTypes);
      return renderIn(groq, scope);
    },
  };
}

/** Compiles the projection of a document. A derived union such as `SearchItem` is not in the model: `Node` replaces it. */
function compileDocument(projector: Projector, target: string, info: GraphQLResolveInfo): CompiledExpression {
  const isInModel = projector.model.types.has(target) || projector.model.unions.has(target);
  const name = isInModel ? target : 'Node';
  const selections = selectionsAt(info);
  return { groq: projector.target(name, selections), isValid: rowValidator(projector, name, selections) };
}

/**
 * Returns the key of a field in its parsed operation: the response path without list indexes, and the field nodes. `@include`
 * and `@skip` decide which nodes there are, so each of their outcomes has its own key; other variables add none. Nodes may lack
 * locations.
 */
function fieldKeyOf(info: GraphQLResolveInfo): string {
  const path: string[] = [];
  for (let step: GraphQLResolveInfo['path'] | undefined = info.path; step; step = step.prev)
    if (typeof step.key === 'string') path.push(step.key);
  return `${path.join('<')} ${info.parentType.name} ${info.fieldNodes.map(objectNumber).join()}`;
}
