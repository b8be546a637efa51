import type { ModelType } from '../../core/model/model.ts';

/**
 * The longest projection of one query, in characters. One with the attributes of a hundred types would be too complex for the content
 * service.
 */
const MAX_PROJECTION_CHARACTERS = 30_000;

/** A part of GROQ for documents of one type. */
interface TypePart {
  readonly type: ModelType;
  readonly groq: string;
}

/** Types whose parts fit in one query. */
export interface TypeGroup {
  /** The `_type`s. */
  readonly types: readonly string[];
  readonly parts: readonly string[];
}

/**
 * Groups the types whose parts fit in one query, in their order. There is at least one group.
 * @param groqOf returns the part of a type; undefined if it has none
 */
export function groupTypes(
  types: readonly ModelType[],
  groqOf: (type: ModelType) => string | undefined,
  maxCharacters = MAX_PROJECTION_CHARACTERS,
): readonly [TypeGroup, ...TypeGroup[]] {
  const groups: [TypePart[], ...TypePart[][]] = [[]];
  let characters = 0;
  for (const type of types) {
    const groq = groqOf(type);
    if (groq === undefined) continue;
    if (characters > 0 && characters + groq.length > maxCharacters) {
      groups.push([]);
      characters = 0;
    }
    groups.at(-1)?.push({ type, groq });
    characters += groq.length;
  }
  const toGroup = (parts: readonly TypePart[]): TypeGroup => ({
    types: parts.map(({ type }) => type.document?.type ?? ''),
    parts: parts.map(({ groq }) => groq),
  });
  const [first, ...others] = groups;
  return [toGroup(first), ...others.map(toGroup)];
}

/** A row of a query, which has at least the `_id` of its document as `objectID`, and the `_type`. */
interface TypedRow {
  readonly objectID: string;
  readonly _type: string;
}

/**
 * Reads rows with attributes that differ by type. The first query also reads the rows of types of other groups, without their
 * attributes; further queries read the rows of each group that occurs. Rows whose document is deleted meanwhile are left out.
 * @param readFirst reads all rows with the attributes of a group
 * @param readOthers reads the rows of documents with the attributes of a group
 */
export async function readByType<Row extends TypedRow>(
  [first, ...others]: readonly [TypeGroup, ...TypeGroup[]],
  readFirst: (group: TypeGroup) => Promise<readonly Row[]>,
  readOthers: (group: TypeGroup, ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await readFirst(first);
  const completed = await Promise.all(
    others.map(async (group) => {
      const ids = rows.filter((row) => group.types.includes(row._type)).map((row) => row.objectID);
      return ids.length === 0 ? [] : readOthers(group, ids);
    }),
  );
  const byId = new Map(completed.flat().map((row) => [row.objectID, row]));
  const isOfOther = (row: Row) => others.some(({ types }) => types.includes(row._type));
  return rows.flatMap((row) => byId.get(row.objectID) ?? (isOfOther(row) ? [] : row));
}
