import { READER_ASSETS } from '../markup/assets.ts';
import { type Html, html } from '../markup/html.ts';
import { pathWith, SEARCH_PATH, typePath } from '../model/paths.ts';
import type { PageContext } from '../views/view.ts';
import type { PageContent, Site } from './site.ts';

interface LayoutOptions {
  readonly site: Pick<Site, 'types' | 'hasSearch' | 'isLocalized' | 'model' | 'served'>;
  readonly context: PageContext;
  /** The address of the page. */
  readonly url: URL;
}

/** Returns the HTML of a page. */
export function layOutPage(page: PageContent, { site, context, url }: LayoutOptions): string {
  const { title, siteName, main, trail } = page;
  const language = context.locale ?? site.model.locales.all[0].tag;
  const { style, script } = READER_ASSETS;
  // The words of the pages around the content are English.
  const inEnglish = !/^en\b/.test(language) && html` lang="en"`;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title === siteName ? title : `${title} – ${siteName}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}">
<script type="module" src="${script.path}"></script>
</head>
<body>
<a class="skip" href="#main"${inEnglish}>Skip to content</a>
<header>
${url.pathname !== '/' && html`<a class="home" href="${pathWith('/', { locale: context.locale })}">${siteName}</a>`}
${site.isLocalized && site.model.locales.all.length > 1 && localeLinks(page, { site, context, url })}
${site.hasSearch && html`<div${inEnglish}>${searchForm(page, context)}</div>`}
</header>
${trail.length > 0 && breadcrumb(trail, context)}
<main id="main" tabindex="-1">
${main}
</main>
<footer${inEnglish}>
${typeLinks(site, context)}
${apiLinks(site.served)}
</footer>
</body>
</html>
`.markup;
}

/** Links to what the gateway serves for developers. */
const apiLinks = ({ docs, explorer }: Site['served']): Html | undefined =>
  docs
    ? html`<p>Generated from the <a href="/schema.graphql">schema</a>. ${explorer && html`<a href="/explorer/">Explorer</a> · `}<a href="/docs">Documentation</a></p>`
    : undefined;

const searchForm = ({ query = '' }: PageContent, { locale }: PageContext): Html =>
  html`<form class="search" role="search" action="${SEARCH_PATH}">${locale && html`<input type="hidden" name="locale" value="${locale}">`}<input type="search" name="q" value="${query}" aria-label="Search" placeholder="Search" maxlength="200"><button>Search</button></form>`;

const breadcrumb = (trail: PageContent['trail'], { locale }: PageContext): Html =>
  html`<nav class="trail" aria-label="Breadcrumb"><ol><li><a href="${pathWith('/', { locale })}">Home</a></li>${trail.map(
    ({ path, label }) => html`<li><a href="${path}">${label}</a></li>`,
  )}</ol></nav>`;

const typeLinks = ({ types }: Pick<Site, 'types'>, { locale }: PageContext): Html | undefined =>
  types.size > 0
    ? html`<nav class="all-types" aria-label="Types"><ul>${[...types.values()].map(
        (type) => html`<li><a href="${pathWith(typePath(type), { locale })}">${type.pluralLabel}</a></li>`,
      )}</ul></nav>`
    : undefined;

/** Links to the page in each language, named in that language. */
function localeLinks({ localePath }: PageContent, { site, context, url }: LayoutOptions): Html {
  const { all } = site.model.locales;
  const links = all.map(({ tag }, index) => {
    const locale = index === 0 ? undefined : tag;
    const path = localePath === undefined ? withLocale(url, locale) : pathWith(localePath, { locale });
    const isCurrent = locale === context.locale;
    return html`<li><a href="${path}" hreflang="${tag}" lang="${tag}"${isCurrent && html` aria-current="true"`}>${nameOf(tag)}</a></li>`;
  });
  return html`<nav class="locales" aria-label="Languages"><ul>${links}</ul></nav>`;
}

function withLocale(url: URL, locale: string | undefined): string {
  const query = new URLSearchParams(url.search);
  query.delete('locale');
  if (locale !== undefined) query.set('locale', locale);
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the direction of a language. TypeScript does not declare the method yet. */
const directionOf = (tag: string): string =>
  (new Intl.Locale(tag) as Partial<{ getTextInfo(): { direction: string } }>).getTextInfo?.().direction ??
  'ltr';
