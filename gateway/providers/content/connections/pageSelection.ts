import { getNamedType } from 'graphql';
import { collectFields } from '../../../core/collectFields.ts';
import type { ModelType } from '../../../core/model/model.ts';
import {
  type Conditions,
  type SelectedField,
  type SelectionScope,
  selectionsOf,
} from '../../../core/selection.ts';
import { type Groq, groq, groqWhen } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import type { Field } from './connection.ts';

/** A connection field in an operation. */
export interface ConnectionPlan {
  readonly projector: Projector;
  readonly target: ModelType;
  readonly field: Field;
  readonly nodes: readonly SelectedField[];
}

/** The selection of a connection: the conditions of each part, and the projections of each row. */
export interface PageSelection {
  readonly rows: readonly Conditions[];
  readonly total: readonly Conditions[];
  readonly hasNext: readonly Conditions[];
  readonly hasPrevious: readonly Conditions[];
  /** `prefix` precedes each projection: empty for a document, `@->` for a reference. */
  project(prefix: '' | '@->'): Groq[];
}

/** Returns the key under which a row contains the `node` of an edge. */
export const edgeKey = (edgesKey: string, nodeKey: string): string => `${edgesKey}/${nodeKey}`;

/**
 * Returns the key and the selection of each document in the rows of a connection.
 * @param typeName the type of the connection
 */
export function documentsOfPage(
  scope: SelectionScope,
  target: ModelType,
  typeName: string,
  nodes: readonly SelectedField[],
): readonly (readonly [key: string, selected: readonly SelectedField[]])[] {
  const fields = collect(scope, typeName, nodes);
  const edgeNodes = named(fields, 'edges').flatMap(([edgesKey, selected]) =>
    named(collect(scope, `${target.name}Edge`, selected), 'node').map(
      ([key, inner]) => [edgeKey(edgesKey, key), inner] as const,
    ),
  );
  return [...named(fields, 'nodes'), ...edgeNodes];
}

type CollectedField = readonly [key: string, selected: readonly SelectedField[]];

const collect = (
  scope: SelectionScope,
  typeName: string,
  nodes: readonly SelectedField[],
): CollectedField[] => [...collectFields(scope, typeName, selectionsOf(nodes))];

const named = (fields: readonly CollectedField[], name: string) =>
  fields.filter(([, selected]) => selected[0]?.node.name.value === name);

/** Reads the selection of a connection. */
export function selectPage({ projector, target, field, nodes }: ConnectionPlan): PageSelection {
  const typeName = getNamedType(field.type).name;
  const fields = collect(projector, typeName, nodes);
  const when = (...names: string[]) =>
    names.flatMap((name) => named(fields, name).flatMap(([, selected]) => conditionsOf(selected)));

  const projections = documentsOfPage(projector, target, typeName, nodes).map(([key, selected]) => ({
    key: JSON.stringify(key),
    conditions: conditionsOf(selected),
    projection: projector.target(target.name, selectionsOf(selected)),
  }));

  const pageInfo = named(fields, 'pageInfo').flatMap(([, selected]) =>
    collect(projector, 'PageInfo', selected).flatMap(([, inner]) => inner),
  );
  const whenInPageInfo = (name: string) =>
    conditionsOf(pageInfo.filter(({ node }) => node.name.value === name));
  return {
    rows: when('nodes', 'edges', 'pageInfo'),
    total: when('totalCount'),
    hasNext: whenInPageInfo('hasNextPage'),
    hasPrevious: whenInPageInfo('hasPreviousPage'),
    project: (prefix) =>
      projections.map(({ key, conditions, projection }) =>
        groqWhen(conditions, groq`${key}: ${prefix}${projection}`),
      ),
  };
}

const conditionsOf = (selected: readonly SelectedField[]): Conditions[] => selected.map(({ when }) => when);
