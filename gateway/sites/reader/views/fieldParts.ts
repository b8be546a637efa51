import { containsWords } from '../../../core/text/textBoundaries.ts';
import { element, type Html, html, isolate } from '../markup/html.ts';
import type { AllRows } from '../markup/moreRows.ts';
import { measureOf, unitFields } from '../model/measures.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isDate, isReadableText } from '../model/roles.ts';
import { wordsOf } from '../model/words.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { type FieldView, renderField } from './fieldView.ts';
import { isPath, withUnit } from './scalarViews.ts';
import type { Data, PageContext } from './view.ts';

/** A short value with the name of its field. */
export interface Fact {
  readonly field: ReadableField;
  readonly label: string;
  /** True for a label that the value repeats: a unit. */
  readonly isLabelHidden: boolean;
  readonly value: Html;
}

/** The values of an object: those that are parts of the text, and facts. */
interface ObjectParts {
  readonly facts: readonly Fact[];
  readonly text: readonly Html[];
  /** The facts after the text of a document: paths of files. */
  readonly lastFacts: readonly Fact[];
}

/**
 * Renders the values of an object in the order of the model. Values that are missing, and texts that its name contains, are left out.
 * @param name the name of the object, which the page shows
 * @param hasHeadings writes the names of fields above parts of the text, as in documents
 * @param isPictureFirst puts the pictures in front, for a document without one at its head
 * @param allOf returns the page with all rows of a field
 */
export function renderFields(
  fields: readonly FieldView[],
  data: Data,
  pageContext: PageContext,
  {
    name,
    hasHeadings = false,
    isPictureFirst = false,
    allOf,
  }: {
    readonly name: string;
    readonly hasHeadings?: boolean;
    readonly isPictureFirst?: boolean;
    allOf?: (field: ReadableField) => AllRows | undefined;
  },
): ObjectParts {
  const facts: Fact[] = [];
  const lastFacts: Fact[] = [];
  const text: Html[] = [];
  const untitled = new Set([
    ...untitledFields(fields),
    ...fields.filter(isPictures).map(({ field }) => field),
  ]);
  const units = unitFields(fields.map(({ field }) => field));
  // A unit says nothing without its number.
  const unitsShown = new Set(units.values());
  const words = new Set(fieldsWithRole([...untitled], 'body').filter(isReadableText));
  const years = yearsOfDates(fields, data);
  for (const each of isPictureFirst ? picturesFirst(fields) : fields) {
    const { field, view } = each;
    const value = data[field.name];
    if (value === null || value === undefined || isPartOf(name, value) || unitsShown.has(field)) continue;
    if (isReadableText(field) && repeatsYears(field, value, years)) continue;
    const measure = measureOf(field.model);
    const label = wordsOf(measure?.name ?? field.name);
    const context = { ...pageContext, all: allOf?.(field) };
    if (!view.isWide(value)) {
      const unit = unitIn(
        data,
        fields.find((other) => other.field === units.get(field)),
      );
      const shown = renderField(unit === '' ? each : withUnit(each, unit), data, context);
      if (shown && words.has(field)) text.push(html`<p>${shown}</p>`);
      else if (shown) {
        const isLabelHidden = measure !== undefined && measure.name === undefined;
        const listed = hasHeadings && isPath(value) ? lastFacts : facts;
        listed.push({ field, label, isLabelHidden, value: shown });
      }
      continue;
    }
    const isTitled = hasHeadings && !untitled.has(field);
    const rendered = renderField(each, data, isTitled ? nextLevel(context) : context);
    const shown = rendered && view.form === 'button' ? html`<p class="buttons">${rendered}</p>` : rendered;
    if (shown)
      text.push(isTitled ? html`<section class="part">${heading(label, context)}${shown}</section>` : shown);
  }
  return { facts, text, lastFacts };
}

/** Returns the unit that an object has in a field: a text, or the stored text of a choice. */
export const unitIn = (data: Data, unit: FieldView | undefined): string => {
  const value = unit && data[unit.field.name];
  const text = typeof value === 'string' ? unmarked(value).trim() : '';
  return unit?.view.storedText?.(text) ?? text;
};

const picturesFirst = (fields: readonly FieldView[]): readonly FieldView[] =>
  fields.toSorted((a, b) => Number(isPictures(b)) - Number(isPictures(a)));

const isPictures = ({ field, view }: FieldView): boolean =>
  field.model.shape === 'image' || field.model.shape === 'video' || view.form === 'picture';

/** Returns the years of the dates of an object. */
const yearsOfDates = (fields: readonly FieldView[], data: Data): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ field }) => {
      const value = isDate(field) ? data[field.name] : undefined;
      return typeof value === 'string' ? value.slice(0, 4) : [];
    }),
  );

/** A text of years alone, and the names of texts that repeat the years of the dates beside them. */
const YEARS = /^\d{4}\s?[–—-]\s?(\d{4})?$/;
const OF_YEARS = /^(lifespan|life|years|dates)$/i;
const MAX_YEARS_CHARACTERS = 30;

/** Returns whether a text says nothing but the years of dates beside it, such as `1917–2008`. */
function repeatsYears({ name }: ReadableField, value: unknown, years: ReadonlySet<string>): boolean {
  const text = typeof value === 'string' ? unmarked(value).trim() : '';
  if (!YEARS.test(text) && !(OF_YEARS.test(name) && text.length <= MAX_YEARS_CHARACTERS)) return false;
  const stated = text.match(/\d{4}/g) ?? [];
  return stated.length > 0 && stated.every((year) => years.has(year));
}

/** Returns whether a text says nothing but whole words of a name. */
function isPartOf(name: string, value: unknown): boolean {
  const text = typeof value === 'string' ? unmarked(value).trim().toLowerCase() : '';
  return text !== '' && containsWords(unmarked(name).toLowerCase(), text);
}

/** Returns the fields that need no heading: the text of the object, texts that introduce it, pictures, and its objects of several types. */
function untitledFields(fields: readonly FieldView[]): ReadonlySet<ReadableField> {
  const all = fields.map(({ field }) => field);
  const firstText = all.find(({ model }) => model.shape === 'richText');
  const mediaAndObjects = all.filter(
    ({ model: { shape, isList } }) =>
      shape === 'image' ||
      shape === 'video' ||
      (shape === 'union' && isList) ||
      (shape === 'object' && !isList),
  );
  return new Set([...fieldsWithRole(all, 'body'), ...(firstText ? [firstText] : []), ...mediaAndObjects]);
}

const MAX_HEADING_LEVEL = 6;

export const heading = (content: Html | string, { headingLevel }: PageContext): Html =>
  element(`h${Math.min(MAX_HEADING_LEVEL, headingLevel)}`, isolate(content));

export const nextLevel = (context: PageContext): PageContext => ({
  ...context,
  headingLevel: context.headingLevel + 1,
});

export const factList = (facts: readonly Fact[]): Html | undefined =>
  facts.length > 0
    ? html`<dl class="facts">${facts.map(({ label, isLabelHidden, value }) => html`<div><dt${isLabelHidden && html` class="hidden"`}>${label}</dt><dd>${value}</dd></div>`)}</dl>`
    : undefined;
