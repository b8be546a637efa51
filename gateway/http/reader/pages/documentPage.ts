import type { GraphQLFormattedError } from 'graphql';
import { type Html, html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { documentPath, pathWith, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { createViews } from '../views/createViews.ts';
import { fieldValue, titleOf } from '../views/linkView.ts';
import { factList, fieldViews, renderFields, textsOf } from '../views/objectView.ts';
import { type Data, type Detail, isData, type PageContext } from '../views/view.ts';
import { NotFound } from './notFound.ts';
import {
  inParentheses,
  localeArgument,
  localeVariable,
  type PageContent,
  type PageRequest,
  type Site,
} from './site.ts';

/** From all that a page can show to what every model allows. */
const DETAILS: readonly [Detail, ...Detail[]] = [
  { objects: 5, texts: 2, hasAliases: true },
  { objects: 5, texts: 1, hasAliases: true },
  { objects: 5, texts: 1, hasAliases: false },
  { objects: 4, texts: 1, hasAliases: false },
  { objects: 3, texts: 1, hasAliases: false },
  { objects: 2, texts: 1, hasAliases: false },
  { objects: 2, texts: 0, hasAliases: false },
  { objects: 1, texts: 0, hasAliases: false },
  { objects: 0, texts: 0, hasAliases: false },
];
/** Fields of a document have this depth: the document is a field of `Query`. */
const DEPTH = 2;

/** What identifies a document of a type: `id` or `slug`. */
export type Lookup = Readonly<Record<string, string>>;

/** Renders the document of a type. @throws NotFound, NoData */
export type DocumentPage = (request: PageRequest, by: Lookup | undefined) => Promise<PageContent>;

/** Creates the pages of the documents of a type: all fields that everybody can read, in one operation. */
export function createDocumentPage(site: Site, type: ReaderType): DocumentPage {
  const { lookup, list, label } = type;
  const isSingle = list === undefined;
  const shown = type.fields.filter(
    (field) => field !== type.title && field !== type.slug && field !== type.language,
  );
  const operation = fitOperation(
    DETAILS,
    (detail) => {
      const views = createViews(site, detail);
      const fields = fieldViews(shown, views, { depth: DEPTH, objects: [type.name], texts: 0 });
      const own = [type.title, type.slug, type.language].flatMap((field) => field?.name ?? []);
      const text = `query Reader${type.name}${inParentheses(isSingle ? '' : `$by: ${type.name}By!`, localeVariable(site))} {
        ${lookup}${inParentheses(isSingle ? '' : 'by: $by', localeArgument(site))} { ${[...new Set(['__typename', 'id', 'updatedAt', ...own]), ...textsOf(fields)].join(' ')} }
        ${site.nameFields} }`;
      return { text, variables: isSingle ? {} : { by: { id: 'id' } }, fields };
    },
    site.isWithinLimits,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ send, context }, by) => {
    const { data, errors } = await requestOperation(send, trusted, { by, locale: context.locale });
    const document = data[lookup];
    if (!isData(document)) throw missingDocument(errors);
    const { facts, text } = renderFields(operation.fields, document, context);
    const title = titleOf(type, document);
    const id = String(document.id);
    return {
      status: 200,
      title,
      siteName: site.nameOf(data),
      trail: isSingle
        ? []
        : [{ path: pathWith(typePath(type), { locale: context.locale }), label: type.pluralLabel }],
      localePath: documentPath(type, id, type.slug?.model.localized ? undefined : slugOf(type, document)),
      main: html`<article>
<h1>${title}</h1>
<p class="kind">${label}</p>
${missingParts(errors)}
<div class="${text.length > 0 && facts.length > 0 ? 'columns' : 'column'}">
${text.length > 0 && html`<div class="content">${text}</div>`}
${facts.length > 0 && html`<div class="side">${factList(facts)}</div>`}
</div>
${updated(document, context)}
</article>`,
    };
  };
}

function slugOf(type: ReaderType, document: Data): string | undefined {
  const slug = fieldValue(document, type.slug);
  return typeof slug === 'string' ? slug : undefined;
}

const updated = ({ updatedAt }: Data, { formats }: PageContext): Html | undefined =>
  typeof updatedAt === 'string'
    ? html`<p class="updated">Updated <time datetime="${updatedAt}">${formats.date(updatedAt)}</time></p>`
    : undefined;

const missingDocument = (errors: readonly GraphQLFormattedError[]): Error =>
  errors.length > 0 ? new NoData(200, errors) : new NotFound();
