import type { GraphQLObjectType } from 'graphql';
import type { Row } from '../../core/context.ts';
import { possibleDocuments } from '../../core/model/model.ts';
import { collectFields, type SelectedField, type Selection, selectionsOf } from '../../core/selection.ts';
import { type Groq, groq, groqObject, groqWhen, outerAttribute } from './groq/groq.ts';
import { imageProjection } from './images.ts';
import { plainTextGroq } from './plainText.ts';
import type { Projector } from './projector.ts';
import { tagDocuments } from './tags.ts';

/** How fast people read. */
const WORDS_PER_MINUTE = 220;

/**
 * Where Portable Text names other documents: blocks that are references, block objects and annotations with a
 * `reference`, and the same inside an annotation's own `text` (footnotes).
 */
const REFERENCES = [
  '_ref',
  'reference._ref',
  'markDefs[].reference._ref',
  'markDefs[]._ref',
  'children[].reference._ref',
  'markDefs[].text[].markDefs[].reference._ref',
  'markDefs[].text[].markDefs[]._ref',
];

/** What is asked of the links of a rich text: the references in the text's order, and the documents in any. */
export interface LinksSource {
  readonly refs: readonly (readonly (string | null | readonly (string | null)[])[])[] | null;
  readonly [responseKey: string]: unknown;
}

/** The projection of rich text: each field of `RichText` under its response key, null where the document has no text. */
export function richTextProjection(
  projector: Projector,
  source: string,
  selections: readonly Selection[],
): Groq {
  const type = projector.schema.getType('RichText') as GraphQLObjectType;
  const fields = [...collectFields(projector, type, selections)].flatMap(([key, nodes]) => {
    const value = fieldValue(projector, source, nodes);
    return value === undefined
      ? []
      : [
          groqWhen(
            nodes.map((node) => node.when),
            groq`${JSON.stringify(key)}: ${value}`,
          ),
        ];
  });
  return groq`select(defined(${source}) => ${groqObject(['"@defined": true', ...fields])})`;
}

function fieldValue(projector: Projector, source: string, nodes: readonly SelectedField[]): Groq | undefined {
  switch (nodes[0]?.node.name.value) {
    case 'json':
      return source;
    case 'plainText':
      return plainTextGroq(projector.model, source);
    case 'readingMinutes':
      return `pt::text(${source})`;
    case 'links':
      return linksProjection(projector, source, selectionsOf(nodes));
    default:
      return undefined;
  }
}

function linksProjection(projector: Projector, source: string, selections: readonly Selection[]): Groq {
  const type = projector.schema.getType('RichTextLinks') as GraphQLObjectType;
  const outer = outerAttribute(source);
  tagDocuments(projector.reads, projector.model, 'Node');
  const types = possibleDocuments(projector.model, 'Node').map(({ document }) => document?.type);
  // What is linked may be of a type the graph does not know, an asset for instance.
  const where = `_type in ${JSON.stringify(types)} && (${REFERENCES.map((path) => `_id in ${outer}[].${path}`).join(' || ')})`;
  const lists = [...collectFields(projector, type, selections)].flatMap(([key, nodes]) => {
    const isImages = nodes[0]?.node.name.value === 'images';
    const documents = isImages ? undefined : linkedDocuments(projector, nodes);
    const value = isImages ? imagesIn(projector, source, nodes) : documents && groq`*[${where}]${documents}`;
    return value
      ? [
          groqWhen(
            nodes.map((node) => node.when),
            groq`${JSON.stringify(key)}: ${value}`,
          ),
        ]
      : [];
  });
  return groqObject([`"refs": (${source}[]{"_": [${REFERENCES.join(', ')}]})[]._`, ...lists]);
}

function linkedDocuments(projector: Projector, nodes: readonly SelectedField[]): Groq | undefined {
  const name = nodes[0]?.node.name.value;
  if (name === 'documents') return projector.target('Node', selectionsOf(nodes));
  if (name !== 'references') return undefined;
  const type = projector.schema.getType('RichTextReference') as GraphQLObjectType;
  const inner = [...collectFields(projector, type, selectionsOf(nodes))].flatMap(([key, fields]) =>
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

/** The pictures among a text's blocks, each with its block's key. */
function imagesIn(projector: Projector, source: string, nodes: readonly SelectedField[]): Groq {
  const type = projector.schema.getType('RichTextImage') as GraphQLObjectType;
  const attributes = [...collectFields(projector, type, selectionsOf(nodes))].map(([key, fields]) => {
    const isImage = fields[0]?.node.name.value === 'image';
    const value = isImage
      ? groq`coalesce(image, @)${imageProjection(projector, selectionsOf(fields))}`
      : '_key';
    return groqWhen(
      fields.map((field) => field.when),
      groq`${JSON.stringify(key)}: ${value}`,
    );
  });
  return groq`${source}[defined(asset._ref) || defined(image.asset._ref)]${groqObject(attributes)}`;
}

/** The linked documents of a rich text, each once, in the order in which the text first names them. */
export function linkedRows(links: LinksSource, responseKey: string): Row[] {
  const mentions = (links.refs ?? []).flat(3).filter((ref): ref is string => typeof ref === 'string');
  const order = new Map([...new Set(mentions)].map((ref, i) => [ref, i]));
  const rows = (links[responseKey] ?? []) as Row[];
  return rows.toSorted((a, b) => (order.get(a['@id']) ?? 0) - (order.get(b['@id']) ?? 0));
}

/** Minutes to read a text, rounded up; 0 for none. */
export function readingMinutes(plainText: string): number {
  const words = plainText.split(/\s+/).filter((word) => word !== '').length;
  return Math.ceil(words / WORDS_PER_MINUTE);
}
