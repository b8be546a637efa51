import { describePerspective } from '../../../../schema/describePerspective.ts';
import type { PagePreview } from '../../../../schema/pages.ts';
import { DEFAULT_LANGUAGE, formatsOf } from '../markup/formats.ts';
import { type Html, type HtmlPart, html } from '../markup/html.ts';

/**
 * Returns the bar of a page in preview: what it shows, until when, and a button that leads to the published page. The Studio can frame no published page.
 * @param language the attribute of English words
 */
export function previewBanner(
  { kind, isShared, isFramed, perspective, expiresAt }: PagePreview,
  language: HtmlPart,
): Html {
  const time = formatsOf(DEFAULT_LANGUAGE).dateTime(expiresAt);
  return html`<aside class="preview" aria-label="Preview"${language}>
<p><strong>${isShared ? 'Shared preview' : 'Preview'}</strong> <span>${describePerspective(perspective)}</span> <span class="until">${kind === 'link' ? 'This page only, until' : 'Until'} <time datetime="${expiresAt}">${time} UTC</time></span></p>
<p class="ended" role="status"></p>
${!isFramed && html`<form method="post" action="/api/preview/disable"><button>Leave preview</button></form>`}
</aside>`;
}
