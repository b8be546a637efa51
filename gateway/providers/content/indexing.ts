import {
  labelField,
  type Model,
  type ModelType,
  REFERENCE_KEY,
  REFERENCE_LABEL,
} from '../../core/model/model.ts';
import {
  assetAttributes,
  type RecordPart,
  type RecordRow,
  recordParts,
} from '../../core/model/searchRecord.ts';
import type { ContentClient } from './client.ts';
import { documentKey } from './groq/facetValue.ts';
import { sourceOf } from './groq/filters.ts';
import { assetIdsOf, followReference } from './groq/references.ts';
import { plainTextGroq, readPlainTexts } from './plainText.ts';

/** How many documents a page of records has. */
const RECORDS_PAGE = 1000;

/**
 * A page of the rows the index is made of, those after the id `last` (empty for the first page).
 * @throws UpstreamError
 */
export async function readRecords(
  client: ContentClient,
  model: Model,
  types: readonly ModelType[],
  last: string,
): Promise<{ rows: readonly RecordRow[]; total: number }> {
  const { result } = await client.query(recordsQuery(model, types), { last }, new AbortController().signal, {
    kind: 'index',
  });
  const { rows, total } = (result ?? {}) as { rows?: unknown; total?: unknown };
  if (!Array.isArray(rows) || typeof total !== 'number')
    throw new Error('expected {total, rows} of records from the content service, got something else');
  return { rows: readPlainTexts(model, rows) as RecordRow[], total };
}

/**
 * The rows of these documents as they are published now; ids of documents that are not published, or are of a type that
 * is not searchable, are absent.
 * @throws UpstreamError
 */
export async function readRows(
  client: ContentClient,
  model: Model,
  types: readonly ModelType[],
  ids: readonly string[],
): Promise<readonly RecordRow[]> {
  const groq = `*[_id in $ids && _type in $types]${recordProjection(model, types)}`;
  return listOf(readPlainTexts(model, await ask(client, groq, { ids, types: namesOf(types) })));
}

/**
 * The ids of the documents that refer to one, among these types.
 * @throws UpstreamError
 */
export async function readReferencingDocuments(
  client: ContentClient,
  types: readonly ModelType[],
  id: string,
): Promise<readonly string[]> {
  return listOf(
    await ask(client, '*[_type in $types && references($id)]._id', { id, types: namesOf(types) }),
  );
}

/**
 * The ids of the documents whose media asset is this one.
 * @throws UpstreamError
 */
export async function readDocumentsWithAsset(
  client: ContentClient,
  types: readonly ModelType[],
  asset: string,
): Promise<readonly string[]> {
  const bearing = types.filter((type) => assetAttributes(type).length > 0);
  if (bearing.length === 0) return [];
  const parts = bearing.map((type) => `(_type == "${type.document?.type}" && $asset in ${assetIds(type)})`);
  return listOf(await ask(client, `*[${parts.join(' || ')}]._id`, { asset }));
}

/**
 * Which version of a document is published, as the content service answers now; null when none is.
 * @throws UpstreamError
 */
export async function readVersion(
  client: ContentClient,
  id: string,
): Promise<{ revision: string; updatedAt: string } | null> {
  const version = await ask(client, '*[_id == $id][0]{"revision": _rev, "updatedAt": _updatedAt}', { id });
  return version as { revision: string; updatedAt: string } | null;
}

/** What a document is compared by: its version, and the ids of its media assets. */
export type DocumentVersion = Pick<RecordRow, 'objectID' | '_type' | '_rev' | '_updatedAt' | '@assets'>;

/**
 * The versions of the searchable documents, a page at a time in the order of their ids: those after `last`, or those of
 * `ids`.
 * @throws UpstreamError
 */
export async function readVersions(
  client: ContentClient,
  types: readonly ModelType[],
  which: { last: string } | { ids: readonly string[] },
): Promise<readonly DocumentVersion[]> {
  const these = 'last' in which ? '_id > $last' : '_id in $ids';
  const assets = types
    .filter((type) => assetAttributes(type).length > 0)
    .map((type) => `_type == "${type.document?.type}" => {"@assets": ${assetIds(type)}}`);
  const projection = `{"objectID": _id, _type, _rev, _updatedAt, "@assets": []${assets.map((part) => `, ${part}`).join('')}}`;
  return listOf(
    await ask(client, `*[_type in $types && ${these}] | order(_id asc)[0...${RECORDS_PAGE}]${projection}`, {
      types: namesOf(types),
      ...which,
    }),
  );
}

const namesOf = (types: readonly ModelType[]) => types.map((type) => type.document?.type);

async function ask(client: ContentClient, groq: string, params: Readonly<Record<string, unknown>>) {
  const { result } = await client.query(`{"answer": ${groq}}`, params, new AbortController().signal, {
    kind: 'index',
  });
  return result.answer;
}

function listOf<T>(value: unknown): readonly T[] {
  if (!Array.isArray(value)) throw new Error(`expected a list from the content service, got ${typeof value}`);
  return value;
}

/**
 * The query that reads the searchable documents of a model for the index, a page at a time in the order of their ids:
 * `$last` is the id that ended the page before, empty for the first.
 * @returns a query whose answer is `{total, rows: RecordRow[]}`.
 */
function recordsQuery(model: Model, types: readonly ModelType[]): string {
  const ofTypes = `_type in ${JSON.stringify(types.map((type) => type.document?.type))}`;
  const rows = `*[${ofTypes} && _id > $last] | order(_id asc)[0...${RECORDS_PAGE}]${recordProjection(model, types)}`;
  return `{"total": count(*[${ofTypes}]), "rows": ${rows}}`;
}

/** The projection that turns documents of these types into rows for the index. */
function recordProjection(model: Model, types: readonly ModelType[]): string {
  const byType = types.map((type) => {
    const label = labelField(type);
    const attributes = [
      ...recordParts(model, type).map(
        (part) => `${JSON.stringify(part.field.name)}: ${partValue(model, part)}`,
      ),
      `"@label": ${label ? sourceOf(label) : 'null'}`,
      `"@assets": ${assetIds(type)}`,
    ];
    return `_type == "${type.document?.type}" => {${attributes.join(', ')}}`;
  });
  return `{"objectID": _id, _type, _rev, _createdAt, _updatedAt, ${byType.join(', ')}}`;
}

function partValue(model: Model, { field, isList, value }: RecordPart): string {
  const source = sourceOf(field);
  if (value.kind === 'richText') return plainTextGroq(model, source);
  if (value.kind === 'object') {
    const inner = value.parts.map((part) => `${JSON.stringify(part.field.name)}: ${partValue(model, part)}`);
    return `${source}${isList ? '[]' : ''}{${inner.join(', ')}}`;
  }
  if (value.kind !== 'reference') return source;
  return followReference(
    field,
    isList,
    `{"id": _id, "${REFERENCE_KEY}": ${documentKey(value.types)}, "${REFERENCE_LABEL}": ${titleOf(value.types)}}`,
  );
}

const titleOf = (types: readonly ModelType[]): string =>
  byType(types, (type) => {
    const label = labelField(type);
    return label ? sourceOf(label) : 'null';
  });

/** One expression when all types share it, else a choice by `_type`. */
function byType(types: readonly ModelType[], expression: (type: ModelType) => string): string {
  const expressions = types.map((type) => [type.document?.type, expression(type)] as const);
  const [first] = expressions;
  if (first && expressions.every(([, text]) => text === first[1])) return first[1];
  return `select(${expressions.map(([name, text]) => `_type == "${name}" => ${text}`).join(', ')})`;
}

/** The ids of all media assets of a document. */
function assetIds(type: ModelType): string {
  const ids = assetAttributes(type).map(({ attribute, isList }) =>
    isList ? `...coalesce(${assetIdsOf(attribute, true)}, [])` : assetIdsOf(attribute, false),
  );
  return `[${ids.join(', ')}]`;
}
