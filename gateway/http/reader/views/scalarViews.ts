import { type Html, html } from '../markup/html.ts';
import { safeUrl } from '../markup/safeUrl.ts';
import { wordsOf } from '../model/words.ts';
import type { PageContext, View } from './view.ts';

/** Longer texts, and those of several lines, are parts of the text. */
const MAX_FACT_LENGTH = 90;
const MAX_JSON_LENGTH = 4_000;

const isLong = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > MAX_FACT_LENGTH || value.trim().includes('\n'));

/** Creates the view of a scalar. */
function scalarView(
  render: (value: unknown, context: PageContext) => Html | undefined,
  isWide: View['isWide'] = isLong,
): View {
  return { arguments: '', fields: [], render, isWide };
}

const text = scalarView((value) => {
  const shown = String(value).trim();
  if (shown === '') return undefined;
  const url = safeUrl(shown);
  if (url && /^https?:/.test(url)) return html`<a href="${url}" rel="noopener nofollow">${shown}</a>`;
  return isLong(shown) ? html`<p class="text">${shown}</p>` : html`${shown}`;
});

const number = scalarView((value, { formats }) =>
  typeof value === 'number' ? html`${formats.number(value)}` : undefined,
);

const date = scalarView(
  (value, { formats }) => html`<time datetime="${String(value)}">${formats.date(String(value))}</time>`,
);

const dateTime = scalarView(
  (value, { formats }) => html`<time datetime="${String(value)}">${formats.dateTime(String(value))}</time>`,
);

const json = scalarView(
  (value) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
    return html`<pre tabindex="0"><code>${shown.slice(0, MAX_JSON_LENGTH)}${shown.length > MAX_JSON_LENGTH ? ' …' : ''}</code></pre>`;
  },
  (value) => typeof value !== 'string' || isLong(value),
);

/** The views of the scalars of every model. */
const SCALARS: ReadonlyMap<string, View> = new Map([
  ['String', text],
  ['ID', text],
  ['Int', number],
  ['Float', number],
  ['Boolean', scalarView((value) => html`${value ? 'Yes' : 'No'}`)],
  ['Date', date],
  ['DateTime', dateTime],
]);

/** Returns the view of a scalar; that of any value for scalars of the model. */
export const viewOfScalar = (typeName: string): View => SCALARS.get(typeName) ?? json;

/** Returns the view of an enum. @param texts the stored texts by the names of the values */
export const viewOfEnum = (texts: ReadonlyMap<string, string>): View =>
  scalarView((value) => {
    const name = String(value);
    const stored = texts.get(name);
    return html`${stored === undefined || stored === name ? wordsOf(name) : stored}`;
  });
