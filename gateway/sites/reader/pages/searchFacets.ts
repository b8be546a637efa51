import { isEnumType } from 'graphql';
import { type FacetDefinition, facetsOf } from '../../../core/model/model.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import type { Messages } from '../messages/messages.ts';
import { type Parameters, pathWith, SEARCH_PATH } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderTypes } from '../model/readerTypes.ts';
import { isWorkflow } from '../model/roles.ts';
import { enumWords, wordsOf } from '../model/words.ts';
import { type Data, isData, type PageContext } from '../views/view.ts';
import type { Site } from './site.ts';

/** Values of a facet in the page. */
const SHOWN_VALUES = 8;

/** Returns the names of the facets whose fields fulfil a condition. */
const facetNames = (types: ReaderTypes, condition: (field: ReadableField) => boolean): ReadonlySet<string> =>
  new Set(
    [...types.values()].flatMap(({ fields }) =>
      fields
        .filter((field) => field.model.searchable?.facet === true && condition(field))
        .map(({ name }) => name),
    ),
  );

/** Returns the facets for readers: those that everybody sees, but not how far editors are with documents. */
export const visibleFacets = ({
  model,
  schema,
  types,
}: Pick<Site, 'model' | 'schema' | 'types'>): readonly FacetDefinition[] => {
  const names = schema.getType('FacetKey');
  if (!isEnumType(names)) return [];
  const workflows = facetNames(types, isWorkflow);
  return facetsOf(model).filter(
    ({ key, field = '' }) => names.getValue(key) != null && !workflows.has(field),
  );
};

/** Returns the values of a facet for readers: its label, the words of an enum, or yes and no. */
export function facetWords(
  { types }: Pick<Site, 'types'>,
  facets: readonly FacetDefinition[],
): (key: string, value: string, label: string, messages: Messages) => string {
  const booleans = facetNames(types, ({ model }) => model.typeName === 'Boolean');
  const byKey = new Map(facets.map((facet) => [facet.key, facet]));
  return (key, value, label, { yes, no }) => {
    const { field = '', stored = new Map<string, string>() } = byKey.get(key) ?? {};
    if (booleans.has(field)) return value === 'true' ? yes : no;
    // Only enums have stored texts.
    if (stored.size === 0) return label;
    const [name = value] = [...stored].find(([, text]) => text === value) ?? [];
    return enumWords(name, stored);
  };
}

/** Returns the values of facets that an address selects, by their names, which are the names of the parameters. */
export const selectedValues = (
  facets: readonly FacetDefinition[],
  query: URLSearchParams,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    facets.flatMap(({ key }) => {
      const values = query.getAll(key).filter((value) => value !== '');
      return values.length > 0 ? [[key, values]] : [];
    }),
  );

/** Returns the arguments of a search for the selected values: `types`, and a filter by the other facets. */
export function argumentsOf(
  facets: readonly FacetDefinition[],
  selected: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<'types' | 'filter', unknown>> {
  const conditions = facets.flatMap(({ key, field, kind }): (readonly [string, unknown])[] => {
    const values = selected[key];
    if (!values || field === undefined) return [];
    const numbers = values.map(Number).filter(Number.isFinite);
    return [[field, { in: kind === 'number' ? numbers : values }]];
  });
  const types = facets.find(({ field }) => field === undefined)?.key ?? '';
  return {
    types: selected[types],
    filter: conditions.length > 0 ? Object.fromEntries(conditions) : undefined,
  };
}

interface FacetOptions {
  /** Returns a value for readers. */
  readonly wordsFor: ReturnType<typeof facetWords>;
  /** The keys of facets of numbers, such as years. */
  readonly numbers: ReadonlySet<string>;
}

/** Renders the facets of a search as links that add or remove a value. */
export function facetLinks(
  facets: unknown,
  parameters: Parameters,
  context: PageContext,
  options: FacetOptions,
): Html | undefined {
  const shown = (Array.isArray(facets) ? facets.filter(isData) : []).flatMap(
    (facet) => facetSection(facet, parameters, context, options) ?? [],
  );
  return shown.length > 0 ? html`<div class="facets">${shown}</div>` : undefined;
}

function facetSection(
  { key, label, values }: Data,
  parameters: Parameters,
  { formats, messages }: PageContext,
  { wordsFor, numbers }: FacetOptions,
): Html | undefined {
  const parameter = String(key);
  const listed = Array.isArray(values) ? values.filter(isData) : [];
  const shown = [...listed.filter(({ selected }) => selected), ...listed.filter(({ selected }) => !selected)];
  if (shown.length === 0) return undefined;
  // Numbers that no two documents share lead to one document each.
  const isShared = listed.some(({ selected, count }) => selected === true || Number(count) > 1);
  if (numbers.has(parameter) && !isShared) return undefined;
  const current = [parameters[parameter] ?? []].flat();
  const links = shown.slice(0, SHOWN_VALUES).map(({ value, label: text, count, selected }) => {
    const otherValues = current.filter((each) => each !== String(value));
    const next = { ...parameters, [parameter]: selected ? otherValues : [...otherValues, String(value)] };
    return html`<li><a href="${pathWith(SEARCH_PATH, next)}" rel="nofollow"${selected === true && html` aria-current="true"`}>${isolate(wordsFor(parameter, String(value), String(text), messages))}</a> <bdi class="number">${formats.number(Number(count))}</bdi></li>`;
  });
  return html`<section><h2>${wordsOf(String(label))}</h2><ul>${links}</ul></section>`;
}
