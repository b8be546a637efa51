import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import type { ModelField } from '../../../core/model/model.ts';
import { cutText } from '../../../core/text/textBoundaries.ts';
import { formulaMarkup } from '../markup/formulas.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { codeBlock } from '../markup/listing.ts';
import { isStart } from '../model/events.ts';
import { measureOf } from '../model/measures.ts';
import { isReadableText, isUnit, type TextKind, textKindOf } from '../model/roles.ts';
import { enumWords } from '../model/words.ts';
import { keepMarker, unmarked } from '../sources/textMarkers.ts';
import type { FieldView } from './fieldView.ts';
import { MAX_TEXT_CHARACTERS, type PageContext, type View } from './view.ts';

/** Longer texts, and texts of several lines, are parts of the text of the page. */
const MAX_FACT_CHARACTERS = 90;
const MAX_JSON_CHARACTERS = 4_000;

/** Returns a text that is a web address; undefined for other texts. */
function webAddress(value: string): string | undefined {
  const url = /\s/.test(value.trim()) ? undefined : safeUrl(value);
  return url && /^https?:/.test(url) ? url : undefined;
}

const isLong = (value: unknown): boolean =>
  typeof value === 'string' &&
  (unmarked(value).length > MAX_FACT_CHARACTERS || value.trim().includes('\n')) &&
  webAddress(value) === undefined;

const cut = (value: string, length: number): string =>
  keepMarker(value, (plain) => (plain.length > length ? `${cutText(plain, length)} …` : plain));

type Render = (value: unknown, context: PageContext) => Html | undefined;

/** Creates the view of a scalar whose value is a block of its own. */
const blockView = (render: Render, isWide: View['isWide']): View => ({
  arguments: '',
  fields: [],
  render,
  isWide,
});

/** Creates the view of a scalar whose value is within a line unless it is long. */
const scalarView = (render: Render, isWide: View['isWide'] = isLong): View =>
  blockView((value, context) => {
    const shown = render(value, context);
    return shown && !isWide(value) ? isolate(shown) : shown;
  }, isWide);

/** A text that is a colour. */
const COLOUR = /^(#[\da-f]{3,8}|(rgb|hsl|lab|lch|oklab|oklch)a?\([^)]*\))$/i;

/** A text that is a day in ISO 8601. */
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** A path of a file. */
const PATH = /^\.{0,2}\/?([\w@.-]+\/)+[\w@-][\w@.-]*\.[a-z]\w{0,5}$/i;

/** Returns whether a value is the path of a file, which readers need last. */
export const isPath = (value: unknown): boolean =>
  typeof value === 'string' && PATH.test(unmarked(value).trim());

const text = scalarView((value, { formats }) => {
  const shown = String(value).trim();
  const plain = unmarked(shown);
  if (shown === '' || COLOUR.test(plain)) return undefined;
  if (DAY.test(plain))
    return html`<time datetime="${plain}">${keepMarker(shown, (day) => formats.date(day))}</time>`;
  if (isPath(shown)) return html`<code>${shown}</code>`;
  const url = webAddress(shown);
  if (url) return html`<a href="${url}" rel="noopener nofollow">${cut(shown, MAX_FACT_CHARACTERS)}</a>`;
  return isLong(shown)
    ? html`<p class="text" dir="auto">${cut(shown, MAX_TEXT_CHARACTERS)}</p>`
    : html`${shown}`;
});

/** A URL. */
const url: View = {
  ...text,
  target(value) {
    const path = safeUrl(value);
    return path === undefined ? undefined : { path };
  },
};

/** A text within a line, such as a heading. */
const line = scalarView(
  (value) => (String(value).trim() === '' ? undefined : html`${String(value).trim()}`),
  () => false,
);

/** Returns a field whose text is shown within a line. */
export const asLine = ({ field }: Pick<FieldView, 'field'>): FieldView => ({ field, view: line });

/** Returns a field whose text is shown within a line if it is plain; a rich text has its blocks. */
export const inLine = (each: FieldView): FieldView => (isReadableText(each.field) ? asLine(each) : each);

const number = scalarView((value, { formats }) =>
  typeof value === 'number' ? html`${formats.number(value)}` : undefined,
);

const boolean = scalarView((value, { messages }) => html`${value === true ? messages.yes : messages.no}`);

/** Creates the view of a number with a unit. */
const measureView = (unit: string): View =>
  scalarView((value, { formats }) =>
    typeof value === 'number' ? html`${formats.measure(value, unit)}` : undefined,
  );

/** Creates a field whose number is shown with its unit. @param unit the unit of the object */
export const withUnit = ({ field }: Pick<FieldView, 'field'>, unit: string): FieldView => ({
  field,
  view: scalarView((value, { formats }) => {
    if (typeof value === 'number') return html`${formats.amount(value, unit)}`;
    const shown = String(value).trim();
    return shown === '' ? undefined : html`${shown} ${unit}`;
  }),
});

/** Creates the view of an address of a person. */
const contactView = (scheme: string): View =>
  scalarView((value) => {
    const shown = String(value).trim();
    const href = safeUrl(`${scheme}:${unmarked(shown).replaceAll(/\s/g, '')}`);
    if (shown === '') return undefined;
    return href ? html`<a href="${href}">${shown}</a>` : html`${shown}`;
  });
const email = contactView('mailto');
const phone = contactView('tel');

/** A position in a film. */
export const positionView: View = scalarView((value, { formats }) =>
  typeof value === 'number' ? html`${formats.position(value)}` : undefined,
);

const date = scalarView(
  (value, { formats }) => html`<time datetime="${String(value)}">${formats.date(String(value))}</time>`,
);

const dateTime = scalarView(
  (value, { formats }) => html`<time datetime="${String(value)}">${formats.dateTime(String(value))}</time>`,
);

/** Returns a field whose time is shown as its day; the start of an event with its time of day. */
export const asDay = ({ field }: Pick<FieldView, 'field'>): FieldView => ({
  field,
  view: field.model.typeName === 'DateTime' && isStart(field.name) ? dateTime : date,
});

const json = blockView(
  (value) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
    return codeBlock(cut(shown, MAX_JSON_CHARACTERS));
  },
  (value) => typeof value !== 'string' || isLong(value),
);

/** A text for machines keeps its lines. */
const code = scalarView((value) => {
  const shown = String(value);
  if (shown.trim() === '') return undefined;
  return isLong(shown) ? codeBlock(cut(shown, MAX_TEXT_CHARACTERS)) : html`<code>${shown}</code>`;
});

/** Returns a field whose text is a listing. @param language as the content names it */
export const asListing = ({ field }: Pick<FieldView, 'field'>, language: string): FieldView => ({
  field,
  view: blockView((value) => {
    const shown = String(value);
    return shown.trim() === '' ? undefined : codeBlock(cut(shown, MAX_TEXT_CHARACTERS), language);
  }, isLong),
});

/** A formula between blocks of text. */
const tex = blockView(
  (value, { messages }) => {
    const formula = formulaMarkup(String(value), true);
    return (
      formula &&
      html`<div class="formula" tabindex="0" role="group" aria-label="${messages.formula}">${formula}</div>`
    );
  },
  () => true,
);

/** The views of the scalars of every model. */
const SCALARS: ReadonlyMap<string, View> = new Map([
  ['String', text],
  ['ID', text],
  ['URL', text],
  ['Int', number],
  ['Float', number],
  ['Boolean', boolean],
  ['Date', date],
  ['DateTime', dateTime],
]);

/** The views of texts that are no words. */
const TEXTS: Readonly<Record<TextKind, View>> = { url, code, formula: tex, email, phone };

/** Returns the view of a scalar field. Scalars of the model have the view of JSON. */
export function viewOfScalar(field: Pick<ModelField, 'name' | 'typeName' | 'isList'>): View {
  const kind = textKindOf(field);
  if (kind) return TEXTS[kind];
  const measure = measureOf(field);
  return measure ? measureView(measure.unit) : (SCALARS.get(field.typeName) ?? json);
}

/** Returns the view of an enum; units are abbreviations, not words. @param texts the stored texts by the names of the values */
export function viewOfEnum({ name }: Pick<ModelField, 'name'>, texts: ReadonlyMap<string, string>): View {
  const storedText = (value: string) => texts.get(value) ?? value;
  const words = (value: string) => (isUnit(name) ? storedText(value) : enumWords(value, texts));
  return { ...scalarView((value) => html`${words(String(value))}`), storedText };
}
