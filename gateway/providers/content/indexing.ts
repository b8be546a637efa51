import { hash } from 'node:crypto';
import { describeType } from '../../core/describeValue.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Locale } from '../../core/locales.ts';
import {
  labelField,
  type Model,
  type ModelField,
  type ModelType,
  REFERENCE_KEY,
  REFERENCE_LABEL,
} from '../../core/model/model.ts';
import {
  ANY_LANGUAGE,
  assetAttributes,
  attributesInLanguages,
  hasLocalizedLabel,
  LANGUAGE_ATTRIBUTE,
  type RecordPart,
  type RecordRow,
  recordParts,
} from '../../core/model/searchRecord.ts';
import { hasDocumentLanguages, languageField } from '../../core/model/translations.ts';
import { VIDEO_ASSET } from '../../core/model/unionMembers.ts';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import type { ContentClient } from './client.ts';
import { documentKey } from './groq/facetValue.ts';
import { declareFunctions, fieldGroq, renderPublic } from './groq/groq.ts';
import { hasLanguage } from './groq/languageConditions.ts';
import { modelOfLocale } from './groq/modelOfLocale.ts';
import { plainTextGroq } from './groq/plainText.ts';
import { assetIdsGroq, followReference, withNamedPlaybackIds } from './groq/references.ts';
import { documentsWhere, PUBLIC_VISIBILITY } from './groq/visibility.ts';
import { type AttributeGroup, groupAttributes, projectionOf, readInGroups } from './typeProjections.ts';
import { readPlainTexts } from './values/plainText.ts';
import { readRecordValues } from './values/recordValues.ts';

const PAGE_SIZE = 1000;
/** The sizes of pages that are tried one after another: documents with long texts may exceed the size of a response. */
const PAGE_SIZES = [PAGE_SIZE, 100, 10, 1] as const;
/** Differs for versions that convert the values of rows in another way. */
const ROW_VERSION = 4;

/**
 * Reads a page of index rows in the order of their ids, after the id `last` (empty for the first page).
 * @throws UpstreamError
 */
export async function readRecords(
  client: ContentClient,
  model: Model,
  types: readonly ModelType[],
  last: string,
  signal: AbortSignal = NEVER_ABORTED,
): Promise<{ rows: readonly RecordRow[]; total: number }> {
  const groups = rowGroups(model, types);
  const page = await firstWithinLimit(async (size) => {
    let documents = 0;
    let lastRead = '';
    const rows = await readInGroups<RecordRow>(
      groups,
      async (group) => {
        const query = { groq: recordsQuery(types, group, size), params: { last } };
        const { result } = await client.query(query, signal, { kind: 'index' });
        const { rows: found, total } = result as { rows?: unknown; total?: unknown };
        if (!Array.isArray(found) || typeof total !== 'number')
          throw new Error(
            `expected {total, rows} from the content service, got ${describeType(total)} as total and ${describeType(found)} as rows`,
          );
        documents = total;
        lastRead = found.at(-1)?.objectID ?? '';
        return found;
      },
      (group, ids) => readGroup(client, group, ids, signal),
    );
    return { rows, total: documents, lastRead };
  });
  // All documents of the page were deleted meanwhile: a page without rows would be the last one.
  if (page.rows.length === 0 && page.lastRead !== '')
    return readRecords(client, model, types, page.lastRead, signal);
  return { rows: readAll(model, page.rows), total: page.total };
}

/** Reads the largest page within the size limit of responses. */
async function firstWithinLimit<Page>(readPage: (size: number) => Promise<Page>): Promise<Page> {
  for (const size of PAGE_SIZES.slice(0, -1)) {
    try {
      return await readPage(size);
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.extensions.code !== 'UPSTREAM_TOO_LARGE') throw error;
    }
  }
  return readPage(PAGE_SIZES[PAGE_SIZES.length - 1] as number);
}

/**
 * Reads the index rows of published documents. Ids of unpublished documents and of other types have no row.
 * @throws UpstreamError
 */
export async function readRows(
  client: ContentClient,
  model: Model,
  types: readonly ModelType[],
  ids: readonly string[],
): Promise<readonly RecordRow[]> {
  const groups = rowGroups(model, types);
  const rows = await readInGroups<RecordRow>(
    groups,
    (group) => readGroup(client, group, ids, NEVER_ABORTED, namesOf(types)),
    (group, idsOfGroup) => readGroup(client, group, idsOfGroup),
  );
  return readAll(model, rows);
}

/** Groups the attributes of the index rows of types. */
const rowGroups = (model: Model, types: readonly ModelType[]) =>
  groupAttributes(types, (type) => rowAttributes(model, type));

/** Reads the index rows of documents with the attributes of a group. @param types default: the types of the group */
function readGroup(
  client: ContentClient,
  group: AttributeGroup,
  ids: readonly string[],
  signal: AbortSignal = NEVER_ABORTED,
  types: readonly string[] = [...group.keys()],
): Promise<readonly RecordRow[]> {
  const groq = `${publicDocuments('_id in $ids', '_type in $types')}${recordProjection(group)}`;
  return readList(client, groq, { ids, types }, signal);
}

/** Converts the rows of a response. */
const readAll = (model: Model, rows: readonly unknown[]): readonly RecordRow[] =>
  (readPlainTexts(model, rows) as RecordRow[]).map((row) => readRecordValues(model, row));

/**
 * Reads the ids of the documents of these types that refer to a document.
 * @throws UpstreamError
 */
export async function readReferencingDocuments(
  client: ContentClient,
  types: readonly ModelType[],
  id: string,
): Promise<readonly string[]> {
  return readList(client, `${publicDocuments('_type in $types', 'references($id)')}._id`, {
    id,
    types: namesOf(types),
  });
}

/** Reads the ids of the documents with a media asset. @throws UpstreamError */
export async function readDocumentsWithAsset(
  client: ContentClient,
  types: readonly ModelType[],
  asset: string,
): Promise<readonly string[]> {
  const groups = groupAttributes(types, (type) => (assetAttributes(type).length > 0 ? [assetIds(type)] : []));
  const found = await Promise.all(
    groups.map((group) => {
      const conditions = [...group].map(
        ([type, [ids]]) => `(_type == ${JSON.stringify(type)} && $asset in ${ids})`,
      );
      return conditions.length === 0
        ? []
        : readList<string>(client, `${publicDocuments(`(${conditions.join(' || ')})`)}._id`, { asset });
    }),
  );
  return found.flat();
}

/** The version of a published document. */
export interface PublishedVersion {
  readonly revision: string;
  readonly updatedAt: string;
  /** The media asset, if it is the document of a video. */
  readonly asset: string | null;
}

/**
 * Reads the published version of a document; null if it is not published.
 * @throws UpstreamError
 */
export async function readVersion(client: ContentClient, id: string): Promise<PublishedVersion | null> {
  const asset = `select(_type == "${VIDEO_ASSET}" => assetId)`;
  const groq = `*[_id == $id][0]{"revision": _rev, "updatedAt": _updatedAt, "asset": ${asset}}`;
  return (await readValue(client, groq, { id })) as PublishedVersion | null;
}

/** The version of a document and the ids of its media assets, for the comparison with the index. */
export type DocumentVersion = Pick<
  RecordRow,
  'objectID' | '_type' | '_rev' | '_updatedAt' | '@assets' | '@named'
>;

/**
 * Reads the versions of searchable documents: of the documents with `ids`, or of a page in the order of ids after `last`.
 * @throws UpstreamError
 */
export async function readVersions(
  client: ContentClient,
  types: readonly ModelType[],
  range: { last: string } | { ids: readonly string[] },
): Promise<readonly DocumentVersion[]> {
  const groups = groupAttributes(types, (type) =>
    assetAttributes(type).length > 0 ? [`"@assets": ${assetIds(type)}`, `"@named": ${namedIds(type)}`] : [],
  );
  const read = (group: AttributeGroup, where: typeof range) => {
    const inRange = 'last' in where ? '_id > $last' : '_id in $ids';
    const projection = projectionOf('"objectID": _id, _type, _rev, _updatedAt', group);
    return readList<DocumentVersion>(
      client,
      `${publicDocuments('_type in $types', inRange)} | order(_id asc)[0...${PAGE_SIZE}]${projection}`,
      { types: namesOf(types), ...where },
    );
  };
  const versions = await readInGroups(
    groups,
    (group) => read(group, range),
    (group, ids) => read(group, { ids }),
  );
  return versions.map((version) => ({ ...version, '@assets': version['@assets'] ?? [] }));
}

/** The index has public documents only: all callers search in it. */
const publicDocuments = (...conditions: readonly string[]): string =>
  documentsWhere(conditions, PUBLIC_VISIBILITY);

const namesOf = (types: readonly ModelType[]): readonly string[] =>
  types.map((type) => type.document?.type ?? '');

async function readValue(
  client: ContentClient,
  groq: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal = NEVER_ABORTED,
) {
  const query = { groq: declareFunctions(`{"value": ${groq}}`), params };
  const { result } = await client.query(query, signal, { kind: 'index' });
  return result.value;
}

async function readList<T>(...query: Parameters<typeof readValue>): Promise<readonly T[]> {
  const value = await readValue(...query);
  if (!Array.isArray(value)) throw new Error(`expected a list from the content service, got ${typeof value}`);
  return value;
}

/** Returns the query `{total, rows}` for a page of index rows; `$last` is the last id of the previous page. */
function recordsQuery(types: readonly ModelType[], group: AttributeGroup, size: number): string {
  const isOfTypes = `_type in ${JSON.stringify(namesOf(types))}`;
  const rows = `${publicDocuments(isOfTypes, '_id > $last')} | order(_id asc)[0...${size}]${recordProjection(group)}`;
  return declareFunctions(`{"total": count(${publicDocuments(isOfTypes)}), "rows": ${rows}}`);
}

/**
 * Returns a text that differs for models whose documents have other index rows. The order of types and fields does not matter.
 */
export function recordsFingerprint(model: Model, types: readonly ModelType[]): string {
  const rows = types.map((type) => [type.document?.type, ...rowAttributes(model, type).sort()]);
  const all = rows.map((row) => JSON.stringify(row)).sort();
  return hash('sha256', JSON.stringify([ROW_VERSION, all]), 'hex');
}

/** Returns the projection of documents to index rows, with the attributes of a group. */
const recordProjection = (group: AttributeGroup): string =>
  projectionOf('"objectID": _id, _type, _rev, _createdAt, _updatedAt', group);

/** Returns the attributes of the index rows of a type. */
const rowAttributes = (model: Model, type: ModelType): string[] => [
  ...recordParts(model, type).flatMap((part) => partAttributes(model, type, part)),
  `"@label": ${labelGroq(model, type)}`,
  `"@assets": ${assetIds(type)}`,
  ...(assetAttributes(type).length > 0 ? [`"@named": ${namedIds(type)}`] : []),
  ...documentLanguage(model, type),
];

/** Returns the language of a document, if documents of the model have languages. */
function documentLanguage(model: Model, type: ModelType): string[] {
  if (!hasDocumentLanguages(model)) return [];
  const field = languageField(type);
  const language = JSON.stringify(ANY_LANGUAGE);
  return [
    `"${LANGUAGE_ATTRIBUTE}": ${field ? `select(${hasLanguage(field)} => ${fieldGroq(field)}, ${language})` : language}`,
  ];
}

/** Returns the label of a document of a type, in an object by tag if it is localized. */
function labelGroq(model: Model, type: ModelType): string {
  if (!hasLocalizedLabel([type])) return labelOf([type]);
  const labels = model.locales.all.map(
    (locale) => `"${locale.tag}": ${labelOf([typeIn(model, locale, type)])}`,
  );
  return `{${labels.join(', ')}}`;
}

const typeIn = (model: Model, locale: Locale, { name }: ModelType): ModelType =>
  modelOfLocale(model, locale).types.get(name) as ModelType;

/** Returns the attributes of a part, one for each language if it is localized. @param within the language of the type's values */
const partAttributes = (model: Model, type: ModelType, part: RecordPart, within?: Locale): string[] =>
  attributesInLanguages(model, part.name, part.field.localized !== undefined, within).map(
    ({ name, locale }) => `${JSON.stringify(name)}: ${partValue(model, type, part, locale)}`,
  );

function partValue(model: Model, type: ModelType, part: RecordPart, locale?: Locale): string {
  const { isList, value } = part;
  const field = typeIn(model, locale ?? model.locales.all[0], type).fields.get(part.field.name) as ModelField;
  const source = fieldGroq(field);
  if (value.kind === 'richText') return plainTextGroq(model, source);
  if (value.kind === 'object') {
    const object = model.types.get(field.typeName) as ModelType;
    const inner = value.parts.flatMap((one) => partAttributes(model, object, one, locale));
    return `${source}${isList ? '[]' : ''}{${inner.join(', ')}}`;
  }
  if (value.kind !== 'reference') return source;
  const labels = attributesInLanguages(model, REFERENCE_LABEL, hasLocalizedLabel(value.types), locale).map(
    (label) => {
      const types = value.types.map((target) => typeIn(model, label.locale ?? model.locales.all[0], target));
      return `"${label.name}": ${labelOf(types)}`;
    },
  );
  const reference = ['"id": _id', `"${REFERENCE_KEY}": ${documentKey(value.types)}`, ...labels];
  return renderPublic(followReference(field, isList, `{${reference.join(', ')}}`));
}

const labelOf = (types: readonly ModelType[]): string =>
  byType(types, (type) => {
    const label = labelField(type);
    return label ? fieldGroq(label) : 'null';
  });

/** Returns the expression if all types share it, otherwise a `select` by `_type`. */
function byType(types: readonly ModelType[], expression: (type: ModelType) => string): string {
  const expressions = types.map((type) => [type.document?.type, expression(type)] as const);
  const [first] = expressions;
  if (first && expressions.every(([, text]) => text === first[1])) return first[1];
  return `select(${expressions.map(([name, text]) => `_type == "${name}" => ${text}`).join(', ')})`;
}

/** Returns GROQ for the ids of all media assets of a document. */
function assetIds(type: ModelType): string {
  const ids = assetAttributes(type).map(({ attribute, isList }) =>
    isList
      ? `...coalesce(${assetIdsGroq(attribute, true, PUBLIC_VISIBILITY)}, [])`
      : assetIdsGroq(attribute, false, PUBLIC_VISIBILITY),
  );
  return `[${ids.join(', ')}]`;
}

/** Returns GROQ for the playback ids that public documents of videos name for the media assets of a document. */
const namedIds = (type: ModelType): string =>
  `(${renderPublic(withNamedPlaybackIds(assetIds(type), true))}).named`;
