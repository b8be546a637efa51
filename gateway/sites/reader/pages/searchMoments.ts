import { getNamedType, isObjectType } from 'graphql';
import { type Html, html, isolate } from '../markup/html.ts';
import { directionOf } from '../markup/textDirection.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { linkFields, readLink } from '../views/linkView.ts';
import { selectionOf } from '../views/selection.ts';
import { LANGUAGE_VARIABLE } from '../views/videoView.ts';
import { type Data, isData, nodesOf, type PageContext } from '../views/view.ts';
import type { Site } from './site.ts';

/** Moments on the first page of a search. */
const SHOWN_MOMENTS = 8;

/** The moments of videos that a search finds. */
interface SearchMoments {
  /** The declarations of the variables. */
  readonly declarations: string;
  /** The field of `Query`. */
  readonly selection: string;
  /** Returns the variables. @param isShown true for a page that shows moments */
  variables(isShown: boolean, language: string): Readonly<Record<string, unknown>>;
  /** Renders the moments that have all words of the query; undefined without any. */
  render(value: unknown, context: PageContext): Html | undefined;
}

/** Returns the moments of a site; undefined if the model has none for everybody. @param searchArguments the query with its filters */
export function searchMoments(
  { schema, types }: Pick<Site, 'schema' | 'types'>,
  searchArguments: string,
): SearchMoments | undefined {
  const moment = schema.getType('Moment');
  const fields = isObjectType(moment) ? Object.values(moment.getFields()) : [];
  const documents = fields.flatMap(({ name, type }) => {
    const document = types.get(getNamedType(type).name);
    return document ? [{ name, type: document }] : [];
  });
  if (documents.length === 0) return undefined;
  const links = documents.map(({ name, type }) => `${name} ${selectionOf(linkFields(type))}`);
  return {
    declarations: `$hasMoments: Boolean!, $${LANGUAGE_VARIABLE}: String`,
    selection: `moments(${searchArguments}, prefer: $${LANGUAGE_VARIABLE}, first: ${SHOWN_MOMENTS}) @include(if: $hasMoments) {
      relaxedQuery nodes { start language snippet { text matched } ${links.join(' ')} } }`,
    variables: (isShown, language) => ({ hasMoments: isShown, [LANGUAGE_VARIABLE]: language }),
    render(value, context) {
      if (!isData(value) || typeof value.relaxedQuery === 'string') return undefined;
      const shown = (nodesOf(value) ?? []).flatMap((node) => renderMoment(node, documents, context) ?? []);
      return shown.length > 0
        ? html`<section class="moments"><h2>${context.messages.inVideos}</h2><ul>${shown}</ul></section>`
        : undefined;
    },
  };
}

/** Renders a moment: its document at the second, and its words. */
function renderMoment(
  moment: Data,
  documents: readonly { readonly name: string; readonly type: ReaderType }[],
  context: PageContext,
): Html | undefined {
  const { start, language, snippet } = moment;
  const [link] = documents.flatMap(({ name, type }) => readLink(type, moment[name], context) ?? []);
  if (!link) return undefined;
  const words = (Array.isArray(snippet) ? snippet.filter(isData) : []).map(({ text, matched }) =>
    matched ? html`<mark>${String(text)}</mark>` : String(text),
  );
  const tag = String(language);
  return html`<li><p><a href="${link.path}#t=${String(start)}">${isolate(link.title)}</a> <bdi class="time">${context.formats.position(Number(start))}</bdi></p>
<p class="snippet" lang="${tag}" dir="${directionOf(tag)}">${words}</p></li>`;
}
