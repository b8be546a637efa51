import { type Html, html, jsonData } from '../markup/html.ts';
import { type PageLocale, pageLocales } from '../model/documentLanguage.ts';
import { FEED_PATH, pathWith } from '../model/paths.ts';
import type { LayoutOptions, PageContent } from './site.ts';

/** Returns the tags in the head of a page that tell browsers, search engines and previews of links what it is. */
export function headTags(page: PageContent, options: LayoutOptions): Html {
  const { title, frame, preview } = page;
  const { site, url, context } = options;
  const whole = title === frame.name ? title : `${title} – ${frame.name}`;
  const feed =
    site.sections.length > 0 &&
    html`<link rel="alternate" type="application/atom+xml" title="${frame.name}" href="${pathWith(FEED_PATH, { locale: context.locale })}">`;
  if (!preview)
    return html`<title>${whole}</title>
<meta name="robots" content="noindex">
${feed}`;
  const { description, image, type, data, path } = preview;
  const address = new URL(path, url).href;
  const languages = site.isLocalized && site.model.locales.all.length > 1 ? localePaths(page, options) : [];
  return html`<title>${whole}</title>
${
  description &&
  html`<meta name="description" content="${description}">
<meta property="og:description" content="${description}">`
}
<link rel="canonical" href="${address}">
${languages.map(({ tag, path: translated }) => html`<link rel="alternate" hreflang="${tag}" href="${new URL(translated, url).href}">\n`)}${feed}
<meta property="og:title" content="${title}">
<meta property="og:type" content="${type}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${frame.name}">
${image && html`<meta property="og:image" content="${image}">`}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
${data && html`<script type="application/ld+json">${jsonData({ '@context': 'https://schema.org', url: address, ...data })}</script>`}`;
}

/** Returns the paths of a page in each language that has it. */
export function localePaths(
  { localePath, versions }: Pick<PageContent, 'localePath' | 'versions'>,
  { site, url }: Pick<LayoutOptions, 'site' | 'url'>,
): readonly (PageLocale & { readonly path: string })[] {
  return pageLocales(site.model.locales).flatMap(({ tag, locale }) => {
    const path = versions ? versions.get(tag) : localePath;
    if (path === undefined && versions) return [];
    return { tag, locale, path: path === undefined ? withLocale(url, locale) : pathWith(path, { locale }) };
  });
}

function withLocale(url: URL, locale: string | undefined): string {
  const query = new URLSearchParams(url.search);
  query.delete('locale');
  if (locale !== undefined) query.set('locale', locale);
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
