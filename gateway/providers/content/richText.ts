import type { GraphQLResolveInfo } from 'graphql';
import { collectFields } from '../../core/collectFields.ts';
import type { Row } from '../../core/context.ts';
import { type Model, possibleDocuments } from '../../core/model/model.ts';
import { type Conditions, type SelectedField, type Selection, selectionsOf } from '../../core/selection.ts';
import { isObject } from '../../core/validators.ts';
import { type LocatedSource, ofText, sourcesAt, withSources } from '../../core/valueSources.ts';
import { imageProjection } from './assets/images.ts';
import { LINK_REFERENCES, TEXT_ISSUES } from './bounds/richTextForms.ts';
import { addDocumentTypes } from './groq/documentTypes.ts';
import {
  type Groq,
  groq,
  groqObject,
  groqWhen,
  attributeOf as memberOf,
  outerAttribute,
} from './groq/groq.ts';
import { plainTextGroq } from './groq/plainText.ts';
import type { Projector } from './groq/projector.ts';
import { richTextReferences } from './groq/richTextReferences.ts';
import { documentsWhere, followedIds } from './groq/visibility.ts';
import { nodesAttribute, nodesProjection, positionOf, readNodes } from './richTextNodes.ts';
import { rememberOrigin } from './values/origins.ts';
import { readCountedText, readPlainText } from './values/plainText.ts';
import { readingMinutes } from './values/readingTime.ts';
import { type IssueContext, reportTextIssues } from './values/richTextIssues.ts';

/** The attributes of a projected rich text. All aliases of a field share its attribute. */
const ATTRIBUTES: Readonly<Record<string, string | undefined>> = {
  json: '@json',
  plainText: '@plainText',
  readingMinutes: '@plainText',
};

/** A projected rich text: the attributes of its selected fields, and blocks and links by response key. */
export interface RichTextSource {
  readonly '@json'?: unknown;
  readonly '@plainText'?: unknown;
}

/** Returns the attribute of a projected rich text that contains the value of a field; undefined for `blocks` and `links`. */
export const richTextAttribute = (fieldName: string): string | undefined => ATTRIBUTES[fieldName];

/** The projected links of a rich text: references in the order of the text, documents in any order. */
export interface LinksSource {
  readonly [LINK_REFERENCES]: readonly unknown[] | null;
  readonly [responseKey: string]: unknown;
}

/**
 * Returns the projection of rich text. A value other than an array is projected as it is, null if the document has none.
 * @param source an attribute, or an expression in parentheses
 */
export function richTextProjection(
  projector: Projector,
  source: string,
  selections: readonly Selection[],
): Groq {
  // An expression is evaluated once, and the queries of links refer to the enclosing object.
  return source.startsWith('(')
    ? groq`{"text": ${source}}{"_": ${projectText(projector, 'text', selections)}}._`
    : projectText(projector, source, selections);
}

function projectText(projector: Projector, source: string, selections: readonly Selection[]): Groq {
  const conditions = new Map<string, Conditions[]>();
  const lists: Groq[] = [];
  for (const [key, nodes] of collectFields(projector, 'RichText', selections)) {
    const name = nodes[0]?.node.name.value ?? '';
    const when = nodes.map((node) => node.when);
    if (positionOf(name)) lists.push(nodesProjection(projector, key, nodes, source));
    else if (name === 'links')
      lists.push(
        groqWhen(
          when,
          groq`${JSON.stringify(key)}: ${linksProjection(projector, source, selectionsOf(nodes))}`,
        ),
      );
    else {
      const attribute = ATTRIBUTES[name];
      if (attribute) conditions.set(attribute, [...(conditions.get(attribute) ?? []), ...when]);
    }
  }
  const values = [...conditions].map(([attribute, when]) => {
    const value = attribute === ATTRIBUTES.plainText ? plainTextGroq(projector.model, source) : source;
    return groqWhen(when, `"${attribute}": ${value}`);
  });
  return groq`select(defined(${source}[]) => ${groqObject(['"@defined": true', ...values, ...lists])}, ${source})`;
}

function linksProjection(projector: Projector, source: string, selections: readonly Selection[]): Groq {
  const outer = outerAttribute(source);
  const paths = richTextReferences(projector.model);
  addDocumentTypes(projector.documentTypes, projector.model, 'Node');
  const types = possibleDocuments(projector.model, 'Node').map(({ document }) => document?.type);
  // A link may point to a document whose type is not in the model, e.g. an asset.
  const documentsGroq: Groq = (scope) => {
    const isLinked = paths.map((path) => `_id in ${followedIds(referencesAt(`${outer}[]`, path), scope)}`);
    return documentsWhere([`_type in ${JSON.stringify(types)}`, `(${isLinked.join(' || ')})`], scope);
  };
  const lists = [...collectFields(projector, 'RichTextLinks', selections)].flatMap(([key, nodes]) => {
    const isImages = nodes[0]?.node.name.value === 'images';
    const documents = isImages ? undefined : documentProjection(projector, nodes);
    const value = isImages
      ? imagesProjection(projector, source, nodes)
      : documents && groq`${documentsGroq}${documents}`;
    return value
      ? [
          groqWhen(
            nodes.map((node) => node.when),
            groq`${JSON.stringify(key)}: ${value}`,
          ),
        ]
      : [];
  });
  return groqObject([`"${LINK_REFERENCES}": (${source}[]{"_": [${paths.join(', ')}]})[]._`, ...lists]);
}

const REFERENCE_SUFFIX = '._ref';

/** Returns GROQ for the references in blocks at a path that ends with the id of a reference. */
const referencesAt = (blocks: string, path: string): string =>
  path.endsWith(REFERENCE_SUFFIX) ? blocks + memberOf(path.slice(0, -REFERENCE_SUFFIX.length)) : blocks;

function documentProjection(projector: Projector, nodes: readonly SelectedField[]): Groq | undefined {
  const name = nodes[0]?.node.name.value;
  if (name === 'documents') return projector.target('Node', selectionsOf(nodes));
  if (name !== 'references') return undefined;
  const inner = [...collectFields(projector, 'RichTextReference', selectionsOf(nodes))].flatMap(
    ([key, fields]) =>
      fields[0]?.node.name.value === 'document'
        ? [
            groqWhen(
              fields.map((f) => f.when),
              groq`${JSON.stringify(key)}: ${projector.target('Node', selectionsOf(fields))}`,
            ),
          ]
        : [],
  );
  return groqObject(['"@type": _type', '"@id": _id', ...inner]);
}

/** Returns the projection of the image blocks, each with its block key. */
function imagesProjection(projector: Projector, source: string, nodes: readonly SelectedField[]): Groq {
  const attributes = [...collectFields(projector, 'RichTextLinkedImage', selectionsOf(nodes))].map(
    ([key, fields]) => {
      const isImage = fields[0]?.node.name.value === 'image';
      const value = isImage
        ? groq`coalesce(image, @)${imageProjection(projector, selectionsOf(fields))}`
        : '_key';
      return groqWhen(
        fields.map((field) => field.when),
        groq`${JSON.stringify(key)}: ${value}`,
      );
    },
  );
  return groq`${source}[${isImageRef('asset._ref')} || ${isImageRef('image.asset._ref')}]${groqObject(attributes)}`;
}

/** Returns the condition of a reference to an image: files have assets too. */
const isImageRef = (ref: string): string => `string::startsWith(${ref}, "image-")`;

/** Returns the linked documents without duplicates, in the order of their first reference in the text. */
export function linkedRows(links: LinksSource, responseKey: string): Row[] {
  const ids = (links[LINK_REFERENCES] ?? [])
    .flat(Number.POSITIVE_INFINITY)
    .filter((ref): ref is string => typeof ref === 'string');
  const order = new Map([...new Set(ids)].map((id, i) => [id, i]));
  const rows = (links[responseKey] ?? []) as Row[];
  // The references of a text above the limit of blocks are not complete.
  const positionOfRow = (row: Row) => order.get(row['@id']) ?? order.size;
  return rows.toSorted((a, b) => positionOfRow(a) - positionOfRow(b));
}

/**
 * Creates the resolvers of `blocks`, `json`, `plainText` and `readingMinutes`. Formulas make a text expensive, so each is computed
 * once per projected value: for all aliases, and for all operations that share the value through the cache.
 */
export const richTextResolvers = (model: Model) => ({
  blocks: (source: RichTextSource, args: unknown, context: IssueContext, info: GraphQLResolveInfo) => {
    reportIssues(nodesAttribute(info.fieldName, String(info.path.key)), source, context, info);
    return readNodes(source, args, context, info);
  },
  json: withSources(
    reporting('json', (source) => source['@json']),
    ofText((source) => sourcesAt(source, '@json')),
  ),
  plainText: withSources(
    reporting(
      'plainText',
      oncePerSource((source) => readPlainText(model, source['@plainText'])),
    ),
    wholeTextSources,
  ),
  readingMinutes: reporting(
    'readingMinutes',
    oncePerSource((source) => readingMinutes(readCountedText(model, source['@plainText']))),
  ),
});

/** A block of a rich text, or of a text in it, and what follows in a path. */
const IN_BLOCK = /\[(?:\d+|\?\(@\._key=='[^']*'\))\]\['(?:children|_type)'\].*$/s;

/** Returns the source of a rich text as a whole: what contains its first block with text. */
function wholeTextSources(text: unknown): readonly LocatedSource[] {
  const [first] = sourcesAt(text, '@plainText');
  return first
    ? [
        {
          path: [],
          source: { ...first.source, path: first.source.path.replace(IN_BLOCK, '') },
          kind: 'whole',
        },
      ]
    : [];
}

/** Resolves `links`, and reports the issues of the lists in it. */
export const readLinks = (
  source: RichTextSource,
  _args: unknown,
  context: IssueContext,
  info: GraphQLResolveInfo,
): unknown => {
  const key = String(info.path.key);
  reportIssues(key, source, context, info);
  const links = (source as Readonly<Record<string, unknown>>)[key];
  if (isObject(links)) rememberOrigin(links, source, '');
  return links;
};

/** Returns the resolver of a value, which reports the issues of its attribute. */
const reporting =
  <Value>(fieldName: string, read: (source: RichTextSource) => Value) =>
  (source: RichTextSource, _args?: unknown, context?: IssueContext, info?: GraphQLResolveInfo) => {
    // Callers outside of operations have no response for errors.
    if (context && info) reportIssues(ATTRIBUTES[fieldName] ?? '', source, context, info);
    return read(source);
  };

function reportIssues(
  attribute: string,
  source: RichTextSource,
  context: IssueContext,
  info: GraphQLResolveInfo,
): void {
  if (TEXT_ISSUES in source) reportTextIssues(source, attribute, context, info);
}

function oncePerSource<Value>(compute: (source: RichTextSource) => Value): (source: RichTextSource) => Value {
  const values = new WeakMap<RichTextSource, { readonly value: Value }>();
  return (source) => {
    const known = values.get(source) ?? { value: compute(source) };
    values.set(source, known);
    return known.value;
  };
}
