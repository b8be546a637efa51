import { fillIn } from '../markup/fillIn.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { trustOperation } from '../operations/requestOperation.ts';
import type { Data, Detail, PageContext } from '../views/view.ts';
import { renderHead } from './documentHead.ts';
import {
  DETAILS,
  type DocumentPage,
  type LookupArgument,
  requestDocument,
  trailOf,
  writeDocumentOperation,
} from './documentOperation.ts';
import { documentParts, renderParts, variablesOf } from './documentParts.ts';
import { documentPreview } from './documentPreview.ts';
import type { PageRequest, Site } from './site.ts';

/** Creates the pages of the documents of a type: all fields for readers, in one operation. */
export function createDocumentPage(site: Site, type: ReaderType): DocumentPage {
  const operation = fitOperation(DETAILS, (detail) => writeOperation(site, type, detail), site);
  const trusted = trustOperation(operation, site.trust);

  return async (request: PageRequest, by: LookupArgument | undefined) => {
    const { context, url } = request;
    const found = await requestDocument(type, trusted, request, {
      by,
      ...variablesOf(operation, context.formats.language),
    });
    const { data, errors, document, title } = found;
    const { content, endings } = renderParts(operation, document, context, { title, path: url.pathname });
    return {
      status: 200,
      title,
      frame: site.frameOf(data, context),
      trail: trailOf(type, request),
      localePath: found.localePath,
      versions: found.versions,
      preview: documentPreview(site, type, found, request),
      main: html`<article class="document ${type.role}">
${renderHead(operation.head, type, site.types, document, context)}
${missingParts(errors, context)}
${content}
${type.role === 'article' && updated(document, context)}
${endings}
</article>`,
    };
  };
}

/** Writes the operation of a page, and returns the fields of its parts. */
function writeOperation(site: Site, type: ReaderType, detail: Detail) {
  const parts = documentParts(site, type, detail);
  const text = writeDocumentOperation(site, type, { ...parts, variables: parts.declarations });
  const variables = {
    ...(type.list !== undefined && { by: { id: 'id' } }),
    ...variablesOf(parts, site.model.locales.all[0].tag),
  };
  return { ...parts, text, variables };
}

const updated = ({ updatedAt }: Data, { formats, messages }: PageContext): Html | undefined =>
  typeof updatedAt === 'string'
    ? html`<p class="updated">${isolate(fillIn(messages.updated, html`<time datetime="${updatedAt}">${formats.date(updatedAt)}</time>`))}</p>`
    : undefined;
