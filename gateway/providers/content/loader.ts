import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  type OperationDefinitionNode,
} from 'graphql';
import { type CachePolicy, recordResult } from '../../core/cachePolicy.ts';
import type { Audience, ContentPort, ContentSearch, Row } from '../../core/context.ts';
import { isSearchable, keyField, labelField, type Model, possibleDocuments } from '../../core/model/model.ts';
import { selectionsAt } from '../../core/selection.ts';
import { isCount, isText, listOf, objectOf } from '../../core/validators.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import { groupKeys, keyOf, mergeQueries, type RowKey } from './batch.ts';
import { bisectBatch } from './bisectBatch.ts';
import type { ContentClient } from './client.ts';
import { draftOverlayQuery } from './groq/draftQuery.ts';
import { fallbackSearchQuery } from './groq/fallbackSearch.ts';
import { sourceOf } from './groq/filters.ts';
import { type Expression, type Piece, renderExpression, renderIn, SLOT } from './groq/groq.ts';
import { createProjector } from './projection.ts';
import type { Projector } from './projector.ts';
import { rowShape } from './responseValidation.ts';

/** What the content service is asked within one operation. */
export interface ContentLoader extends ContentPort {
  /** Evaluates a compiled piece under the operation's variables; everything of one step is one request. */
  evaluate(piece: Piece, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Compiles once for a field of an operation document, however often the document is executed. */
  compile(info: GraphQLResolveInfo, build: (projector: Projector) => Piece): Piece;
}

export interface ContentLoaderOptions {
  readonly client: ContentClient;
  readonly model: Model;
  readonly signal: AbortSignal;
  readonly tags: Set<string>;
  readonly cachePolicy: CachePolicy;
  readonly audience: Audience;
}

interface Compiled {
  readonly schema: GraphQLSchema;
  readonly pieces: Map<string, Piece>;
}

/** Compiled pieces by operation and place; a document that is forgotten takes its pieces with it. */
const compiled = new WeakMap<OperationDefinitionNode, Compiled>();

/**
 * One operation's access to the content service. Its DataLoader has GROQ expressions as keys and sends one query a tick:
 * `{"q0": …, "q1": …}`. Documents asked by id under the same projection share one `*[_id in …]`.
 */
export function createContentLoader({
  client,
  model,
  signal,
  tags,
  cachePolicy,
  audience: { perspective },
}: ContentLoaderOptions): ContentLoader {
  const send = async (expressions: readonly Expression[]): Promise<readonly unknown[]> => {
    const { groq, params, reads, fits } = mergeQueries(expressions);
    const answer = await client.query(groq, params, signal, { reads, perspective, fits });
    for (const tag of answer.tags) tags.add(tag);
    recordResult(cachePolicy, 'content', answer);
    return expressions.map((_, i) => answer.result[`q${i}`]);
  };

  const ask = bisectBatch(send);
  const loader = createTracedLoader<Expression | RowKey, unknown, string>(
    async (keys) => {
      const { expressions, answerTo } = groupKeys(keys);
      const answers = await ask(expressions);
      return keys.map(answerTo(answers));
    },
    { cacheKeyFn: keyOf, maxBatchSize: 500 },
  );

  const compile: ContentLoader['compile'] = (info, build) => {
    const known = compiled.get(info.operation);
    const { pieces } = known?.schema === info.schema ? known : { pieces: new Map<string, Piece>() };
    compiled.set(info.operation, { schema: info.schema, pieces });
    const place = placeOf(info);
    const piece = pieces.get(place) ?? recording(createProjector(info, model), build);
    pieces.set(place, piece);
    return piece;
  };

  return {
    compile,
    evaluate: (piece, variables) => loader.load(renderExpression(piece, variables)),
    async document(id, info) {
      const target = getNamedType(info.returnType).name;
      const projection = compile(info, (projector) => projectItem(projector, target, info));
      const row = (await loader.load({
        id,
        projection: renderExpression(projection, info.variableValues),
      })) as Row | null;
      return row && model.typeOfDocument.has(row['@type']) ? row : null;
    },
    async labels(target, values) {
      if (values.length === 0) return new Map();
      const rows = (await loader.load(labelsExpression(model, target, values))) as {
        value: string;
        label: unknown;
      }[];
      return new Map(rows.map(({ value, label }) => [value, typeof label === 'string' ? label : value]));
    },
    async draftOverlay(search) {
      const types = searchedTypes(model, search);
      if (types.length === 0) return [];
      const piece = { groq: draftOverlayQuery(model, types, search), shape: EDITED };
      return (await loader.load(renderExpression(piece, {}))) as { id: string; matches: boolean }[];
    },
    async fallbackSearch(search, stretch, isCounted) {
      const types = searchedTypes(model, { includesType: isCounted });
      if (types.length === 0) return { ids: [], totals: new Map() };
      const piece = { groq: fallbackSearchQuery(model, types, search, stretch), shape: FOUND };
      const found = (await loader.load(renderExpression(piece, {}))) as { totals: number[]; ids: string[] };
      const totals = types.map(({ document }, i) => [document?.type ?? '', found.totals[i] ?? 0] as const);
      return { ids: found.ids, totals: new Map(totals) };
    },
  };
}

/** What is answered where documents are searched. */
const EDITED = listOf(objectOf({ id: isText, matches: (value) => typeof value === 'boolean' }));
const FOUND = objectOf({ totals: listOf(isCount), ids: listOf(isText) });

const searchedTypes = (model: Model, { includesType }: Pick<ContentSearch, 'includesType'>) =>
  model.documents.filter((type) => isSearchable(type) && includesType(type.document?.type ?? ''));

/** A piece that tells what it reads whenever it is rendered. */
function recording(projector: Projector, build: (projector: Projector) => Piece): Piece {
  const { groq, shape } = build(projector);
  const reads = [...projector.reads];
  return {
    shape,
    groq(scope) {
      scope.read(reads);
      return renderIn(groq, scope);
    },
  };
}

/** Unions that core derives (`SearchItem`) are not the model's, so their members stand for them. */
function projectItem(projector: Projector, target: string, info: GraphQLResolveInfo): Piece {
  const isKnown = projector.model.types.has(target) || projector.model.unions.has(target);
  const name = isKnown ? target : 'Node';
  const selections = selectionsAt(info);
  return { groq: projector.target(name, selections), shape: rowShape(projector, name, selections) };
}

const numbers = new WeakMap<FieldNode, number>();
let nodes = 0;

/** A number for a node of a parsed document; documents may come without locations. */
function numberOf(node: FieldNode): number {
  const known = numbers.get(node);
  if (known !== undefined) return known;
  nodes += 1;
  numbers.set(node, nodes);
  return nodes;
}

/**
 * Where in its document a field stands, list positions aside. What `@include` and `@skip` have left out of the field is
 * part of it, so that there are as many places as there are outcomes of directives, and none for other variables.
 */
function placeOf(info: GraphQLResolveInfo): string {
  const path: string[] = [];
  for (let step: GraphQLResolveInfo['path'] | undefined = info.path; step; step = step.prev)
    if (typeof step.key === 'string') path.push(step.key);
  return `${path.join('<')} ${info.parentType.name} ${info.fieldNodes.map(numberOf).join()}`;
}

function labelsExpression(model: Model, target: string, values: readonly string[]): Expression {
  const parts = possibleDocuments(model, target).map((type) => {
    const key = keyField(type);
    const label = labelField(type);
    const value = key ? sourceOf(key) : '_id';
    return {
      where: `(_type == "${type.document?.type}" && ${value} in $${SLOT}0)`,
      projection: `_type == "${type.document?.type}" => {"value": ${value}, "label": ${label ? sourceOf(label) : value}}`,
    };
  });
  return {
    groq: `*[${parts.map((part) => part.where).join(' || ')}]{${parts.map((part) => part.projection).join(', ')}}`,
    params: [values],
    shape: listOf(objectOf({ value: isText })),
    reads: possibleDocuments(model, target).flatMap(({ document }) => document?.type ?? []),
  };
}
