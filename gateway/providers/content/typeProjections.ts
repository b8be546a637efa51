import type { ModelType } from '../../core/model/model.ts';
import { calledProjections } from './groq/groq.ts';

/**
 * The characters of the attributes of one query, with the functions that they call; a longer attribute has a query of its own. The
 * attributes of a hundred types, or of twenty languages, would make a query too complex for the content service.
 */
const MAX_CHARACTERS = 24_000;

/** Attributes of a projection that one query reads, by `_type`. */
export type AttributeGroup = ReadonlyMap<string, readonly string[]>;

/**
 * Groups the attributes of types so that one query can read each group. There is at least one group.
 * @param attributesOf returns GROQ for the attributes of a type
 */
export function groupAttributes(
  types: readonly ModelType[],
  attributesOf: (type: ModelType) => readonly string[],
): readonly [AttributeGroup, ...AttributeGroup[]] {
  const groups: [Map<string, string[]>, ...Map<string, string[]>[]] = [new Map()];
  const attributes = types.flatMap((type) =>
    attributesOf(type).map((groq) => {
      const called = calledProjections(groq);
      const ownLength = groq.length - lengthOf(called);
      return { type: type.document?.type ?? '', groq, ownLength, calls: [...new Set(called)] };
    }),
  );
  // Attributes in one language call the same functions, which a query then has once.
  const sorted = [...Map.groupBy(attributes, ({ calls }) => calls.join()).values()].flat();
  let functions = new Set<string>();
  let characters = 0;
  for (const { type, groq, ownLength, calls } of sorted) {
    const added = calls.filter((call) => !functions.has(call));
    const size = ownLength + lengthOf(added);
    if (characters > 0 && characters + size > MAX_CHARACTERS) {
      groups.push(new Map());
      functions = new Set(calls);
      characters = ownLength + lengthOf(calls);
    } else {
      for (const call of added) functions.add(call);
      characters += size;
    }
    const group = groups.at(-1) as Map<string, string[]>;
    group.set(type, [...(group.get(type) ?? []), groq]);
  }
  return groups;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Returns a projection. @param shared the attributes of all types */
export function projectionOf(shared: string, group: AttributeGroup): string {
  const byType = [...group].map(
    ([type, attributes]) => `_type == ${JSON.stringify(type)} => {${attributes.join(', ')}}`,
  );
  return `{${[shared, ...byType].join(', ')}}`;
}

/** A row of a query, which has at least these attributes of its document, and its `_id` as `objectID`. */
interface TypedRow {
  readonly objectID: string;
  readonly _type: string;
  readonly _rev: string;
  readonly _updatedAt: string;
}

/**
 * Reads rows whose attributes are in several groups. The first query reads the rows of all types, with the attributes of the first
 * group; each further query reads attributes of these rows. A row whose document changes meanwhile has the oldest revision that was read,
 * so that it is known to be outdated. A row whose document is deleted meanwhile is left out.
 * @param readFirst reads the rows
 * @param readOthers reads the rows of some documents again
 */
export async function readInGroups<Row extends TypedRow>(
  [first, ...others]: readonly [AttributeGroup, ...AttributeGroup[]],
  readFirst: (group: AttributeGroup) => Promise<readonly Row[]>,
  readOthers: (group: AttributeGroup, ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await readFirst(first);
  const found: { readonly group: AttributeGroup; readonly byId: ReadonlyMap<string, Row> }[] = [];
  for (const group of others) {
    const ids = rows.filter((row) => group.has(row._type)).map((row) => row.objectID);
    const read = ids.length === 0 ? [] : await readOthers(group, ids);
    found.push({ group, byId: new Map(read.map((row) => [row.objectID, row])) });
  }
  return rows.flatMap((row) => {
    const parts = found.filter(({ group }) => group.has(row._type)).map(({ byId }) => byId.get(row.objectID));
    if (parts.includes(undefined)) return [];
    const read = [row, ...(parts as Row[])];
    const { _rev, _updatedAt } = read.reduce((a, b) => (b._updatedAt < a._updatedAt ? b : a));
    return { ...Object.assign({}, ...read), _rev, _updatedAt };
  });
}
