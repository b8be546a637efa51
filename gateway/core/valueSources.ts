/** A document that has values of a response, as the content service stores it. */
export interface SourceDocument {
  /** With the prefix of a draft or a version, e.g. `drafts.film-lorenz`. */
  readonly _id: string;
  readonly _type: string;
}

/** Where a document has a value. */
export interface ValueSource {
  readonly document: SourceDocument;
  /** JSONPath, in which keys select the items of arrays: `$['cast'][?(@._key=='a')]['role']`. */
  readonly path: string;
}

/** The source of a value, or of a part of it. */
export interface LocatedSource {
  /** From the value to its part; empty for the value itself. */
  readonly path: readonly (string | number)[];
  readonly source: ValueSource;
  /** A text for readers, or an image, file, video or rich text as a whole. Other values, such as slugs and numbers, have none. */
  readonly kind?: 'text' | 'whole';
}

/** The sources of the values in an object or a list, by attribute or index. */
type SourcesByKey = ReadonlyMap<string | number, ValueSource>;

/** JSON does not contain the attribute, and copies by spread syntax keep it. */
const SOURCES = Symbol('sources');

interface WithSources {
  readonly [SOURCES]?: SourcesByKey;
  readonly [key: string | number]: unknown;
}

/** Adds the sources of its values to an object or a list. */
export const setSources = (container: object, sources: SourcesByKey): void =>
  void Object.assign(container, { [SOURCES]: sources });

/** Returns the source of the value under a key; undefined if it is unknown, or the parts of the value have different sources. */
export const sourceAt = (container: unknown, key: string | number): ValueSource | undefined =>
  (container as WithSources | null | undefined)?.[SOURCES]?.get(key);

/** Returns the source of the value under a key, or else the sources of its parts. */
export function sourcesAt(container: unknown, key: string | number): readonly LocatedSource[] {
  const source = sourceAt(container, key);
  if (source) return [{ path: [], source }];
  const value = (container as WithSources | null | undefined)?.[key];
  if (typeof value !== 'object' || value === null) return [];
  const keys: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((part) => within(part, sourcesAt(value, part)));
}

/** Returns the sources of the items of the list under a key that a resolver keeps; all of them by default. */
export function sourcesOfItems(
  container: unknown,
  key: string,
  isKept: (item: unknown) => boolean = () => true,
): readonly LocatedSource[] {
  const list = (container as WithSources)[key];
  if (!Array.isArray(list)) return [];
  const kept = [...list.keys()].filter((index) => isKept(list[index]));
  return kept.flatMap((index, i) => within(i, sourcesAt(list, index)));
}

/** Returns the sources of a part of a value as sources of the value. */
const within = (part: string | number, sources: readonly LocatedSource[]): readonly LocatedSource[] =>
  sources.map((located) => ({ ...located, path: [part, ...located.path] }));

/** Returns the sources of what a resolver returns, by its parent value and the response key of its field. */
export type FindSources = (parent: unknown, responseKey: string) => readonly LocatedSource[];

/** Returns a function that finds the same sources, marked as sources of texts for readers. */
export const ofText =
  (findSources: FindSources): FindSources =>
  (parent, responseKey) =>
    findSources(parent, responseKey).map((located) => ({ ...located, kind: 'text' }));

const sourceFinders = new WeakMap<object, FindSources>();

/**
 * States where a resolver takes its values from. Resolvers that compute their values have no sources.
 * @returns the resolver
 */
export function withSources<Resolver extends object>(resolve: Resolver, findSources: FindSources): Resolver {
  sourceFinders.set(resolve, findSources);
  return resolve;
}

/** Returns the function that finds the sources of a resolver; undefined if it has none. */
export const sourceFinderOf = (resolve: object): FindSources | undefined => sourceFinders.get(resolve);

/** States that a resolver takes its values from where another one does. */
export function copySources<Resolver extends object>(resolve: Resolver, from: object): Resolver {
  const findSources = sourceFinders.get(from);
  return findSources ? withSources(resolve, findSources) : resolve;
}
