import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from '../../core/collectFields.ts';
import type { Model, ModelType, RichTextPosition } from '../../core/model/model.ts';
import { keyedTypes, OBJECT_KEY } from '../../core/model/objectKeys.ts';
import { kindsAt, RICH_TEXT_UNIONS, typeNamesAt, UNKNOWN_NODE } from '../../core/model/richTextKinds.ts';
import { type SelectedField, type Selection, selectionsOf } from '../../core/selection.ts';
import { isObject } from '../../core/validators.ts';
import { type FindSources, ofText, sourcesAt, sourcesOfItems, withSources } from '../../core/valueSources.ts';
import { invalidAttribute, UNTYPED } from './bounds/richTextForms.ts';
import { fieldGroq, type Groq, groq, groqObject, groqWhen } from './groq/groq.ts';
import type { Projector } from './groq/projector.ts';
import { indexInList, rememberOrigin } from './values/origins.ts';

/**
 * A projected part of a rich text. Parts of text have their own attributes; their lists have the response key in the name
 * (`nodesAttribute`). Objects have each selected field under its response key, like documents.
 */
interface NodeRow {
  readonly '@type'?: unknown;
  readonly '@key': string | null;
  readonly '@json'?: unknown;
  readonly [attribute: string]: unknown;
}

/** The lists of a rich text's parts, by the field that returns them. */
const LISTS: Readonly<Record<string, RichTextPosition>> = {
  blocks: 'BLOCK',
  children: 'INLINE',
  markDefs: 'ANNOTATION',
};

/** Returns the position of the parts that a field of `RichText` or `TextBlock` lists; undefined for other fields. */
export const positionOf = (fieldName: string): RichTextPosition | undefined => LISTS[fieldName];

/** Returns the attribute of a projected list of parts. A GraphQL name contains no colon. */
export const nodesAttribute = (fieldName: string, responseKey: string): string =>
  `${fieldName}:${responseKey}`;

/** Returns the projection of a list of a rich text's parts, one attribute for its response key. */
export function nodesProjection(
  projector: Projector,
  responseKey: string,
  nodes: readonly SelectedField[],
  source: string,
): Groq {
  const name = nodes[0]?.node.name.value ?? '';
  const projection = nodeProjection(projector, LISTS[name] as RichTextPosition, selectionsOf(nodes));
  const attribute = nodesAttribute(name, responseKey);
  // A projection is null for values that are no objects, and a value that is no list has no elements.
  const invalid = `${source}[defined(string(@)) || defined(@[])]`;
  const invalidItems = `${JSON.stringify(invalidAttribute(attribute))}: ${invalid}`;
  const list = groq`select(defined(${source}[]) => ${source}[]${projection}, ${source})`;
  return groqWhen(
    nodes.map(({ when }) => when),
    groq`${JSON.stringify(attribute)}: ${list}, ${invalidItems}`,
  );
}

function nodeProjection(
  projector: Projector,
  position: RichTextPosition,
  selections: readonly Selection[],
): Groq {
  const objects = [...kindsAt(projector.model, position)].flatMap(([type, kind]) => {
    const fields = projector.fields(kind, selections);
    return fields.length === 0 ? [] : [attributesOf(type, [...fields, ...formulaLength(kind)])];
  });
  return groqObject([
    '"@type": _type',
    '"@key": _key',
    ...(position === 'ANNOTATION'
      ? []
      : [`!defined(_type) && (defined(text) || defined(children)) => {"${UNTYPED}": true}`]),
    ...(position === 'BLOCK' ? [textBlock(projector, selections)] : []),
    ...(position === 'INLINE' ? [attributesOf('span', ['text', 'marks'])] : []),
    ...objects,
    unknownNode(projector, position, selections),
  ]);
}

const attributesOf = (type: string, attributes: readonly Groq[]): Groq =>
  groq`_type == ${JSON.stringify(type)} => ${groqObject(attributes)}`;

function textBlock(projector: Projector, selections: readonly Selection[]): Groq {
  const lists = [...collectFields(projector, 'TextBlock', selections)].flatMap(([key, nodes]) => {
    const name = nodes[0]?.node.name.value ?? '';
    return positionOf(name) ? [nodesProjection(projector, key, nodes, name)] : [];
  });
  return attributesOf('block', ['style', 'listItem', 'level', ...lists]);
}

function unknownNode(
  projector: Projector,
  position: RichTextPosition,
  selections: readonly Selection[],
): Groq {
  const json = [...collectFields(projector, UNKNOWN_NODE, selections).values()]
    .flat()
    .filter(({ node }) => node.name.value === 'json');
  if (json.length === 0) return '';
  const known = JSON.stringify([...typeNamesAt(projector.model, position).keys()]);
  return groqWhen(
    json.map(({ when }) => when),
    `"@json": select(_type in ${known} => null, @)`,
  );
}

/** Projects the length of TeX, which has a limit (see `boundRichText`) regardless of the response key of its field. */
function formulaLength({ fields, richText }: ModelType): Groq[] {
  const name = richText?.type === 'latex' ? 'body' : 'tex';
  return [...fields.values()].some((field) => fieldGroq(field) === name) ? [`"@tex": length(${name})`] : [];
}

/** Creates the resolvers of the parts of rich texts. */
export function richTextNodeResolvers(model: Model): Record<string, Record<string, unknown>> {
  const resolvers: Record<string, Record<string, unknown>> = {
    RichTextNode: { __resolveType: () => undefined },
    TextBlock: {
      key: readKey,
      style: ofAttribute('style', (style) => (typeof style === 'string' ? style : 'normal')),
      listItem: ofAttribute('listItem', (listItem) => (typeof listItem === 'string' ? listItem : null)),
      level: ofAttribute('level', (level) => (Number.isInteger(level) ? level : null)),
      children: readNodes,
      markDefs: readNodes,
    },
    TextSpan: {
      key: readKey,
      text: ofAttribute('text', (text) => (typeof text === 'string' ? text : ''), ofText),
      marks: withSources(
        ({ marks }: NodeRow) => (Array.isArray(marks) ? marks.filter(isString) : []),
        (row) => sourcesOfItems(row, 'marks', isString),
      ),
    },
    [UNKNOWN_NODE]: {
      key: readKey,
      type: ofAttribute('@type', (type) => (typeof type === 'string' ? type : '')),
      json: ofAttribute('@json', (json) => json),
    },
  };
  for (const [position, union] of Object.entries(RICH_TEXT_UNIONS)) {
    const names = typeNamesAt(model, position as RichTextPosition);
    resolvers[union] = {
      __resolveType: (row: NodeRow) => names.get(row['@type'] as string) ?? UNKNOWN_NODE,
    };
  }
  for (const { name } of keyedTypes(model)) resolvers[name] = { [OBJECT_KEY]: readKey };
  return resolvers;
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Creates the resolver of a stored attribute. A value that it replaces has no source. */
const ofAttribute = <Value>(
  name: string,
  read: (value: unknown) => Value,
  describe: (findSources: FindSources) => FindSources = (findSources) => findSources,
) =>
  withSources(
    (row: NodeRow) => read(row[name]),
    describe((row) => {
      const stored = (row as NodeRow)[name];
      return read(stored) === stored ? sourcesAt(row, name) : [];
    }),
  );

/** Returns the key of an object in its list, else its position; null for an object that is in no list. */
const readKey = withSources(
  (row: Partial<NodeRow>): string | null => {
    const key = row['@key'];
    return isString(key) ? key : (indexInList(row)?.toString() ?? null);
  },
  (row) => sourcesAt(row, '@key'),
);

/** Resolves a list of parts, without values that are not objects. A note of `boundRichText` has no response keys. */
export const readNodes = (
  source: object,
  _args: unknown,
  _context: unknown,
  info: GraphQLResolveInfo,
): readonly NodeRow[] => {
  const attributes = source as Readonly<Record<string, unknown>>;
  const list =
    attributes[nodesAttribute(info.fieldName, String(info.path.key))] ?? attributes[info.fieldName];
  if (!Array.isArray(list)) return [];
  // The blocks are the rich text itself.
  const attribute = info.fieldName === 'blocks' ? '' : info.fieldName;
  const rows: NodeRow[] = [];
  for (const [i, node] of list.entries()) {
    if (!isObject(node)) continue;
    const row = (
      typeof node['@key'] === 'string' ? node : { ...node, '@key': String(rows.length) }
    ) as NodeRow;
    rememberOrigin(row, source, attribute, i);
    rows.push(row);
  }
  return rows;
};
