import type { PagePreview } from '../../../../schema/pages.ts';
import { READER_ASSETS } from '../markup/assets.ts';
import { fillIn } from '../markup/fillIn.ts';
import { formatsOf } from '../markup/formats.ts';
import { type Html, type HtmlPart, html, isolate } from '../markup/html.ts';
import { directionOf } from '../markup/textDirection.ts';
import { fillText, type Messages } from '../messages/messages.ts';
import { FEED_PATH, pathWith, SEARCH_PATH, typePath } from '../model/paths.ts';
import { unmarked } from '../sources/textMarkers.ts';
import type { MenuLink, PageContext } from '../views/view.ts';
import { headTags, localePaths } from './headTags.ts';
import { searchForm } from './searchForm.ts';
import type { Frame, LayoutOptions, PageContent, Site } from './site.ts';

/** Sections in the header, and links of a menu there; the footer has all sections. */
const HEADER_TYPES = 5;
const HEADER_LINKS = 8;

/** Returns the HTML of a page. */
export function layOutPage(page: PageContent, options: LayoutOptions): string {
  const { frame, main, trail } = page;
  const { site, context, url, preview } = options;
  const language = context.locale ?? site.model.locales.all[0].tag;
  const { style, previewStyle, script, overlays } = READER_ASSETS;
  const { messages } = context;
  // Words in English, on a page in a language that the catalogue does not have.
  const inEnglish = !isSpoken(language, messages) && html` lang="${messages.language}"`;
  const languages = site.isLocalized && site.model.locales.all.length > 1 && localeLinks(page, options);
  const feed = { path: pathWith(FEED_PATH, { locale: context.locale }), title: messages.feed };
  const sections = sectionLinks(site.sections, options);
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${headTags(page, options)}
<link rel="icon" href="${iconOf(frame)}">
<link rel="stylesheet" href="${style.path}">${preview && html`\n<link rel="stylesheet" href="${previewStyle.path}">`}
<script type="module" src="${script.path}"></script>${preview?.kind === 'session' && overlays && html`\n<script type="module" src="${overlays.script}"></script>`}
</head>
<body>
<a class="skip" href="#main"${inEnglish}>${messages.skipToContent}</a>
<header>
<a class="site-name" href="${pathWith('/', { locale: context.locale })}"${url.pathname === '/' && html` aria-current="page"`}>${siteName(frame)}</a>
${navigation(headerLinks(frame, site, options), messages.sections, options, 'sections')}
${languages}
${site.hasSearch && searchParts(options, inEnglish)}
</header>
${trail.length > 0 && breadcrumb(trail, context)}
<main id="main" tabindex="-1">
${main}
</main>
<footer${inEnglish}>
<p class="site">${isolate(frame.name)}</p>
${frame.description && html`<p class="about">${isolate(frame.description)}</p>`}
${navigation(frame.menus.footer.length > 0 ? frame.menus.footer : frame.links, messages.pagesOfSite, options)}
${navigation(sections.length > 0 && frame.contacts.length === 0 ? [...sections, feed] : sections, messages.allSections, options, 'sections')}
${frame.contacts.length > 0 && navigation(sections.length > 0 ? [...frame.contacts, feed] : frame.contacts, messages.follow, options)}
${languages}
${apiLinks(site.served, messages)}
</footer>${preview && html`\n${previewBanner(preview, messages, inEnglish && html`${inEnglish} dir="ltr"`)}`}
</body>
</html>
`.markup;
}

/** A logo that is wider contains the name of the site. */
const MAX_SYMBOL_RATIO = 2;
const LOGO_HEIGHT = 48;

function siteName({ name, logo }: Frame): Html {
  if (!logo) return isolate(name);
  const ratio = logo.width / logo.height;
  const isWordmark = ratio > MAX_SYMBOL_RATIO;
  return html`<img class="logo" src="${logo.url}" alt="${isWordmark ? name : ''}" width="${Math.round(LOGO_HEIGHT * ratio)}" height="${LOGO_HEIGHT}">${!isWordmark && html` ${isolate(name)}`}`;
}

/** Renders the search form, and the link to the search page, which phones have instead of the form. The search page contains the form. */
function searchParts({ url, context }: LayoutOptions, language: Html | false): Html {
  const isCurrent = url.pathname === SEARCH_PATH;
  const path = pathWith(SEARCH_PATH, { locale: context.locale });
  const link = html`<a class="search-link" href="${path}"${language}${isCurrent && html` aria-current="page"`}>${context.messages.search}</a>`;
  return html`${link}${!isCurrent && html`<div class="search-box"${language}>${searchForm(context, '')}</div>`}`;
}

/** Returns the links of the header: the menu of the site, else its first sections. */
const headerLinks = (
  { menus: { header } }: Frame,
  { sections }: Pick<Site, 'sections'>,
  options: LayoutOptions,
): readonly MenuLink[] =>
  header.length > 0
    ? header.slice(0, HEADER_LINKS).map(({ path, title }) => ({ path, title }))
    : sectionLinks(sections.slice(0, HEADER_TYPES), options);

const sectionLinks = (
  sections: Site['sections'],
  { context: { locale } }: Pick<LayoutOptions, 'context'>,
): readonly MenuLink[] =>
  sections.map((type) => ({ path: pathWith(typePath(type), { locale }), title: type.pluralLabel }));

/** Renders links, the links of a group with the name of the group; undefined without links. */
function navigation(
  links: readonly MenuLink[],
  label: string,
  { url }: Pick<LayoutOptions, 'url'>,
  className?: string,
): Html | undefined {
  if (links.length === 0) return undefined;
  const isCurrent = (path: string) => path.split('?', 1)[0] === url.pathname;
  const groups = [...Map.groupBy(links, ({ group }) => group)].map(
    ([group, each]) =>
      html`${group !== undefined && html`<h2>${isolate(group)}</h2>`}<ul>${each.map(({ path, title }) => html`<li><a href="${path}"${isCurrent(path) && html` aria-current="page"`}>${isolate(title)}</a></li>`)}</ul>`,
  );
  const isGrouped = groups.length > 1;
  return html`<nav${className !== undefined && html` class="${className}"`} aria-label="${label}">${isGrouped ? html`<div class="groups">${groups.map((each) => html`<div>${each}</div>`)}</div>` : groups}</nav>`;
}

/** Returns the address of the icon of a site: the first letter of its name. */
function iconOf({ name }: Frame): string {
  const [letter = ''] = unmarked(name)
    .replace(/^(the|a|an|der|die|das|le|la|les|el)\s/i, '')
    .toUpperCase();
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#14508c"/><text x="16" y="23" font-family="Georgia,serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg.markup.toWellFormed())}`;
}

/** Links to what the gateway serves for developers. */
const apiLinks = ({ docs, explorer }: Site['served'], messages: Messages): Html | undefined =>
  docs
    ? html`<p class="made">${isolate(fillIn(messages.generatedFrom, html`<a href="/schema.graphql">${messages.schema}</a>`))} ${explorer && html`<a href="/explorer/">${messages.explorer}</a> · `}<a href="/docs">${messages.documentation}</a></p>`
    : undefined;

const breadcrumb = (trail: PageContent['trail'], { locale, messages }: PageContext): Html =>
  html`<nav class="trail" aria-label="${messages.breadcrumb}"><ol><li><a href="${pathWith('/', { locale })}">${messages.home}</a></li>${trail.map(
    ({ path, label }) => html`<li><a href="${path}">${isolate(label)}</a></li>`,
  )}</ol></nav>`;

/** Links to the page in each language, named in that language. */
function localeLinks(page: PageContent, { site, context, url }: LayoutOptions): Html | undefined {
  const paths = localePaths(page, { site, url });
  if (paths.every(({ locale }) => locale === context.locale)) return undefined;
  const links = paths.map(({ tag, locale, path }) => {
    const isCurrent = locale === context.locale;
    return html`<li><a href="${path}" hreflang="${tag}" lang="${tag}"${isCurrent && html` aria-current="true"`}>${nameOf(tag)}</a></li>`;
  });
  return html`<nav class="locales" aria-label="${context.messages.languages}"><ul>${links}</ul></nav>`;
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns whether words are in a language. @param tag a BCP 47 tag */
const isSpoken = (tag: string, { language }: Pick<Messages, 'language'>): boolean =>
  new Intl.Locale(tag).language === language;

/**
 * Returns the bar of a page in preview: what it shows, until when, and a button that leads to the published page. The Studio can frame no published page.
 * @param inEnglish the attributes of English words on a page in another language
 */
function previewBanner(
  { kind, isShared, isFramed, perspective, expiresAt }: PagePreview,
  { language, preview: words }: Messages,
  inEnglish: HtmlPart,
): Html {
  const time = html`<time datetime="${expiresAt}">${formatsOf(language).dateTime(expiresAt)}</time>`;
  const until = fillIn(kind === 'link' ? words.pageUntil : words.until, time);
  const ended = isFramed ? `${words.ended} ${words.reload}` : words.ended;
  return html`<aside class="preview" aria-label="${words.title}"${inEnglish}>
<p><strong>${isShared ? words.sharedTitle : words.title}</strong> <span>${shownVersions(perspective, words)}</span> <span class="until">${until}</span></p>
<p class="ended" role="status" data-ended="${ended}"></p>
${!isFramed && html`<form method="post" action="/api/preview/disable"><button>${words.leave}</button></form>`}
</aside>`;
}

/** Returns which versions of documents a preview shows, in words. */
function shownVersions(perspective: string, words: Messages['preview']): string {
  if (perspective === 'drafts' || perspective === 'published') return words[perspective];
  const releases = perspective.split(',').filter((layer) => layer !== 'drafts');
  return fillText(releases.length > 1 ? words.releases : words.release, releases.join(', '));
}
