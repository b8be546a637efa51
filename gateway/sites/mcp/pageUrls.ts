import {
  type DocumentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type StringValueNode,
} from 'graphql';
import { isObject } from '../../core/validators.ts';
import { fragmentsOf } from '../../graphql/operations/document/selections.ts';

/** The directive that adds the URL of a page to an object of a result. */
const PAGE_DIRECTIVE = 'page';
const PLACEHOLDER = /\{([A-Za-z0-9_.]+)\}/g;

type Data = Record<string, unknown>;

/**
 * Adds `pageUrl` to each object of a result whose field or fragment has `@page(path:)`. Placeholders of the path, such as
 * `{film.slug}`, are values of the object, or of the nearest object around it that has them; numbers are rounded down. An
 * object without such a value gets no URL.
 * @param data the `data` of a result, which this function changes
 * @param origin the origin of the app, e.g. `https://example.org`
 */
export function addPageUrls(data: unknown, document: DocumentNode, origin: string): void {
  const fragments = fragmentsOf(document);
  /** @param objects the object, and those around it from the inside out */
  const visitObject = (objects: Objects, { selections }: SelectionSetNode): void => {
    for (const selection of selections) visitSelection(objects, selection);
  };
  const visitSelection = (objects: Objects, selection: SelectionNode): void => {
    const [object] = objects;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      if (fragment) visitObject(objects, fragment.selectionSet);
      return;
    }
    const path = pagePathOf(selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      visitObject(objects, selection.selectionSet);
      const condition = selection.typeCondition?.name.value;
      if (path !== undefined && (condition === undefined || object.__typename === condition))
        addUrl(objects, path, origin);
      return;
    }
    const { alias, name, selectionSet } = selection;
    if (!selectionSet) return;
    for (const inner of objectsIn(object[(alias ?? name).value])) {
      const around: Objects = [inner, ...objects];
      visitObject(around, selectionSet);
      if (path !== undefined) addUrl(around, path, origin);
    }
  };
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION && isObject(data))
      visitObject([data], definition.selectionSet);
}

type Objects = readonly [Data, ...Data[]];

function addUrl(objects: Objects, path: string, origin: string): void {
  let isComplete = true;
  const filled = path.replaceAll(PLACEHOLDER, (_, name: string) => {
    const [first = '', ...rest] = name.split('.');
    const start = objects.find((object) => (object[first] ?? undefined) !== undefined)?.[first];
    const value = rest.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), start);
    if (typeof value === 'number') return String(Math.floor(value));
    if (typeof value === 'string' && value !== '' && value.isWellFormed()) return encodeSegment(value);
    isComplete = false;
    return '';
  });
  if (isComplete) objects[0].pageUrl = `${origin}${filled}`;
}

/** Dots alone, which URLs resolve also when they are encoded, and texts that begin as their segments do. */
const DOTS = /^~*\.{1,2}$/;

/**
 * Encodes a text as a segment of a path of the app: dots alone begin with `~`, and an ending `.md` is encoded, because an
 * unencoded `.md` is the suffix of a Markdown file.
 */
const encodeSegment = (text: string): string =>
  encodeURIComponent(DOTS.test(text) ? `~${text}` : text).replace(/\.md$/, '%2Emd');

/** Returns the objects of a value: the value itself, or the objects in a list. */
const objectsIn = (value: unknown): readonly Data[] =>
  Array.isArray(value) ? value.flatMap(objectsIn) : isObject(value) ? [value] : [];

/** Returns the argument of `@page`; undefined without the directive. */
export function pagePathOf({ directives }: SelectionNode): string | undefined {
  const directive = directives?.find(({ name }) => name.value === PAGE_DIRECTIVE);
  const value = directive?.arguments?.find(({ name }) => name.value === 'path')?.value;
  return (value as StringValueNode | undefined)?.value;
}
