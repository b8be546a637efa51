import DataLoader from 'dataloader';
import { type GraphQLResolveInfo, getNamedType, type OperationDefinitionNode } from 'graphql';
import type { ContentPort, Row } from '../context.ts';
import { UpstreamError } from '../errors.ts';
import { labelField, type Model, possibleDocuments } from '../model.ts';
import { selectionsAt } from '../selection.ts';
import type { ContentClient } from './client.ts';
import { sourceOf } from './filters.ts';
import { type Expression, type Groq, renderExpression, SLOT } from './groq.ts';
import { createProjector } from './projection.ts';
import type { Projector } from './projector.ts';

/** A document by its id, under a projection that others may share. */
interface RowKey {
  readonly id: string;
  readonly projection: Expression;
}

/** What the content service is asked within one operation. */
export interface ContentLoader extends ContentPort {
  /** Evaluates a compiled piece under the operation's variables; everything of one step is one request. */
  evaluate(piece: Groq, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Compiles once for a field of an operation document, however often the document is executed. */
  compile(info: GraphQLResolveInfo, build: (projector: Projector) => Groq): Groq;
}

interface LoaderOptions {
  readonly client: ContentClient;
  readonly model: Model;
  readonly signal: AbortSignal;
  readonly tags: Set<string>;
}

/** Compiled pieces by operation and place; a document that is forgotten takes its pieces with it. */
const compiled = new WeakMap<OperationDefinitionNode, Map<string, Groq>>();

/**
 * One operation's access to the content service. Its DataLoader has GROQ expressions as keys and sends one query a tick:
 * `{"q0": …, "q1": …}`. Documents asked by id under the same projection share one `*[_id in …]`.
 */
export function createContentLoader({ client, model, signal, tags }: LoaderOptions): ContentLoader {
  const send = async (expressions: readonly Expression[]): Promise<readonly unknown[]> => {
    const { groq, params } = mergeExpressions(expressions);
    const { result, syncTags } = await client.query(groq, params, signal);
    for (const tag of syncTags) tags.add(tag);
    if (typeof result !== 'object' || result === null)
      throw new UpstreamError('content', 'UPSTREAM_REFUSED', new Error('expected an object of answers'));
    return expressions.map((_, i) => (result as Record<string, unknown>)[`q${i}`]);
  };

  const loader = new DataLoader<Expression | RowKey, unknown, string>(
    async (keys) => {
      const { expressions, answerOf } = groupRows(keys);
      const answers = await send(expressions);
      return keys.map((key) => answerOf(key, answers));
    },
    { cacheKeyFn: keyOf, maxBatchSize: 500 },
  );

  const compile: ContentLoader['compile'] = (info, build) => {
    const pieces = compiled.get(info.operation) ?? new Map<string, Groq>();
    compiled.set(info.operation, pieces);
    const place = placeOf(info);
    const piece = pieces.get(place) ?? build(createProjector(info, model));
    pieces.set(place, piece);
    return piece;
  };

  return {
    compile,
    evaluate: (piece, variables) => loader.load(renderExpression(piece, variables)),
    document(id, info) {
      const target = getNamedType(info.returnType).name;
      const projection = compile(info, (projector) => projectItem(projector, target, info));
      return loader.load({
        id,
        projection: renderExpression(projection, info.variableValues),
      }) as Promise<Row | null>;
    },
    async labels(target, values) {
      if (values.length === 0) return new Map();
      const rows = (await loader.load(labelsExpression(model, target, values))) as {
        value: string;
        label: string;
      }[];
      return new Map(rows.map(({ value, label }) => [value, label]));
    },
  };
}

/** Unions that core derives (`SearchItem`) are not the model's, so their members stand for them. */
function projectItem(projector: Projector, target: string, info: GraphQLResolveInfo): Groq {
  const known = projector.model.types.has(target) || projector.model.unions.has(target);
  return projector.target(known ? target : 'Node', selectionsAt(info));
}

/** Where in its document a field stands, list positions aside; selections that differ under variables differ in place. */
function placeOf(info: GraphQLResolveInfo): string {
  const path: string[] = [];
  for (let step: GraphQLResolveInfo['path'] | undefined = info.path; step; step = step.prev)
    if (typeof step.key === 'string') path.push(step.key);
  return `${path.join('<')} ${info.parentType.name} ${info.fieldNodes.map((node) => node.loc?.start).join()}`;
}

const keyOf = (key: Expression | RowKey): string =>
  'id' in key ? JSON.stringify([key.id, key.projection]) : JSON.stringify(key);

/** Documents asked by id become one expression for each projection; the rest stay as they are. */
function groupRows(keys: readonly (Expression | RowKey)[]) {
  const expressions: Expression[] = [];
  const places = new Map<string, number>();
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const name = 'id' in key ? JSON.stringify(key.projection) : keyOf(key);
    const place = places.get(name) ?? expressions.length;
    places.set(name, place);
    if (!('id' in key)) {
      expressions[place] = key;
      continue;
    }
    const ids = groups.get(name) ?? [];
    groups.set(name, [...ids, key.id]);
    const { groq, params } = key.projection;
    expressions[place] = {
      groq: `*[_id in $${SLOT}${params.length}]${groq}`,
      params: [...params, [...ids, key.id]],
    };
  }
  const answerOf = (key: Expression | RowKey, answers: readonly unknown[]): unknown => {
    if (!('id' in key)) return answers[places.get(keyOf(key)) as number];
    const rows = answers[places.get(JSON.stringify(key.projection)) as number];
    return Array.isArray(rows) ? ((rows as Row[]).find((row) => row['@id'] === key.id) ?? null) : null;
  };
  return { expressions, answerOf };
}

function mergeExpressions(expressions: readonly Expression[]): {
  groq: string;
  params: Record<string, unknown>;
} {
  const params: Record<string, unknown> = {};
  const parts = expressions.map((expression, i) => {
    for (const [n, value] of expression.params.entries()) params[`q${i}_${n}`] = value;
    return `"q${i}": ${expression.groq.replaceAll(SLOT, `q${i}_`)}`;
  });
  return { groq: `{${parts.join(', ')}}`, params };
}

function labelsExpression(model: Model, target: string, values: readonly string[]): Expression {
  const parts = possibleDocuments(model, target).map((type) => {
    const slug = type.fields.get('slug');
    const label = labelField(type);
    const value = slug ? sourceOf(slug) : '_id';
    return {
      where: `(_type == "${type.document?.type}" && ${value} in $${SLOT}0)`,
      projection: `_type == "${type.document?.type}" => {"value": ${value}, "label": ${label ? sourceOf(label) : value}}`,
    };
  });
  return {
    groq: `*[${parts.map((part) => part.where).join(' || ')}]{${parts.map((part) => part.projection).join(', ')}}`,
    params: [values],
  };
}
