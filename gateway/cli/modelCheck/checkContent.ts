import { ANY_TYPE } from '../../core/cacheTags.ts';
import { describeType } from '../../core/describeValue.ts';
import { conflictingFields } from '../../core/model/documentInterface.ts';
import type { Model } from '../../core/model/model.ts';
import type { ContentClient } from '../../providers/content/client.ts';
import { typesOfExpression } from '../../providers/content/groq/expressionTypes.ts';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import { pagesOf } from '../../sync/index/pages.ts';
import { DocumentCheck, type StoredDocument } from './documentCheck.ts';
import { Counts, type ModelReport } from './findings.ts';

/** Documents in a page of ids and types. */
const TYPES_PAGE_SIZE = 5_000;
/** Whole documents in a page. */
const PAGE_SIZE = 200;

/** Types of documents that the content service and its plugins create. */
const SYSTEM_TYPE = /^(sanity\.|system\.|assist\.|mux\.videoAsset$|media\.tag$|translation\.metadata$)/;

/**
 * Compares every published document of a dataset with a model.
 * @param computed computed fields as `Type.field`
 * @param onRead receives how many documents are read
 * @throws UpstreamError
 */
export async function checkContent(
  client: ContentClient,
  model: Model,
  computed: ReadonlySet<string>,
  onRead: (count: number) => void = () => undefined,
): Promise<ModelReport> {
  const types = new Map<string, string>();
  const unknownTypes = new Counts();
  const typesQuery = (slice: string) => `*[_id > $last] | order(_id asc)${slice}{_id, _type}`;
  for await (const { _id, _type } of readAll(client, typesQuery, TYPES_PAGE_SIZE)) {
    types.set(_id, _type);
    if (!model.typeOfDocument.has(_type) && !SYSTEM_TYPE.test(_type)) unknownTypes.add(_type);
  }
  const check = new DocumentCheck(model, computed, (id) => types.get(id));
  const names = JSON.stringify([...model.typeOfDocument.keys()]);
  const documentsQuery = (slice: string) => `*[_type in ${names} && _id > $last] | order(_id asc)${slice}`;
  let count = 0;
  for await (const document of readAll(client, documentsQuery, PAGE_SIZE)) {
    check.add(document);
    count += 1;
    if (count % PAGE_SIZE === 0) onRead(count);
  }
  return {
    ...check.report(unknownTypes.list()),
    refetched: refetchedFields(model),
    conflictingFields: conflictingFields(model).map(({ typeName, name }) => `${typeName}.${name}`),
  };
}

/** Returns the fields whose expression reads documents of unknown types. */
const refetchedFields = (model: Model): readonly string[] =>
  [...model.types.values()].flatMap((type) =>
    [...type.fields.values()].flatMap(({ name, source }) =>
      source.kind === 'groq' && typesOfExpression(model, type, source).includes(ANY_TYPE)
        ? `${type.name}.${name}`
        : [],
    ),
  );

/** Reads documents in the order of their ids. @param query returns GROQ for the documents after `$last` */
async function* readAll(
  client: ContentClient,
  query: (slice: string) => string,
  size: number,
): AsyncGenerator<StoredDocument> {
  const groq = `{"rows": ${query(`[0...${size}]`)}}`;
  const readPage = async (last: string): Promise<readonly StoredDocument[]> => {
    const { result } = await client.query({ groq, params: { last } }, NEVER_ABORTED, { kind: 'index' });
    if (!Array.isArray(result.rows))
      throw new Error(
        `expected a list of documents from the content service, got ${describeType(result.rows)}`,
      );
    return result.rows;
  };
  for await (const rows of pagesOf(readPage, (page) => page.at(-1)?._id)) yield* rows;
}
