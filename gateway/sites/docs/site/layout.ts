import { hash } from 'node:crypto';
import { DOCS_PATH } from '../../../http/hooks/responseHeaders.ts';
import { CHANGELOG_PATH } from '../changelog/changelogPage.ts';
import { GUIDE_SECTIONS, guideAddress } from '../guides/guidePages.ts';
import { escapeHtml } from '../markdown/escapeHtml.ts';
import { type PageLink, REFERENCE_PATH } from '../markdown/page.ts';
import type { Heading } from '../markdown/sections.ts';
import { DOCS_ASSETS } from './assets.ts';

/** The address of the search of the documentation. */
export const SEARCH_PATH = `${DOCS_PATH}/find`;

/** The inline script of the head: applies the stored theme before the first paint. The app has the same key and values. */
const THEME_SCRIPT =
  'try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}';

/** The Content-Security-Policy of the pages: files and search of the gateway, and one inline script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  `script-src 'self' 'sha256-${hash('sha256', THEME_SCRIPT, 'base64')}'`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A group of links in the menu. */
export interface LinkGroup {
  readonly title: string;
  readonly pages: readonly PageLink[];
}

/** The parts of a page in the frame of the site. */
export interface Layout {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly headings?: readonly Heading[];
  readonly previous?: PageLink | undefined;
  readonly next?: PageLink | undefined;
  /** The address of the page as Markdown, if it has one. */
  readonly markdownPath?: string;
  /** The text in the search field. */
  readonly query?: string;
  /** The groups of the reference in the menu. */
  readonly referenceGroups?: readonly LinkGroup[] | undefined;
  /** True if the caller may see the schema. */
  readonly hasSchema: boolean;
}

const HEADING_END = '</h1>\n';

/** Returns the HTML of a page. */
export function layOutPage(page: Layout): string {
  const { title, description, html, headings = [], markdownPath } = page;
  // The table of contents is between the heading and the text.
  const start = html.indexOf(HEADING_END) + HEADING_END.length;
  const [heading, text] = [html.slice(0, start), html.slice(start)];
  return `${headMarkup({ title, description })}
${markdownPath ? `<link rel="alternate" type="text/markdown" href="${markdownPath}">\n` : ''}<script type="module" src="${DOCS_ASSETS.script.path}"></script>
</head>
<body>
<a class="skip" href="#site-content">Skip to content</a>
<header class="site">
<a class="home" href="${DOCS_PATH}/api">API <span class="long">documentation</span><span class="short">docs</span></a>
<a class="to-contents" href="#site-contents">Contents</a>
${searchForm(page.query ?? '')}
${THEME_SWITCH}
</header>
<div class="page">
<main id="site-content" tabindex="-1">
<header class="title">${heading}</header>
${tableOfContents(headings)}<article>
${text}</article>
${pageLinks(page)}${markdownPath ? `<p class="formats"><a href="${markdownPath}">This page as Markdown</a></p>\n` : ''}</main>
${navigation(page)}
</div>
</body>
</html>
`;
}

/** The parts of a page without the rest of the site: it has no menu, no search and no link to another page. */
type SinglePage = Pick<Layout, 'title' | 'description' | 'html' | 'headings'>;

/** Returns the HTML of a page that is served alone. */
export const layOutSinglePage = (page: SinglePage): string => `${headMarkup(page)}
</head>
<body>
<div class="page">
<main id="site-content" tabindex="-1">
${tableOfContents(page.headings ?? [])}<article>
${page.html}</article>
</main>
</div>
</body>
</html>
`;

const headMarkup = ({ title, description }: Pick<Layout, 'title' | 'description'>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – API documentation</title>
<meta name="description" content="${escapeHtml(description)}">
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet" href="${DOCS_ASSETS.style.path}">`;

const searchForm = (query: string): string => `<form class="search" role="search" action="${SEARCH_PATH}">
<label for="site-search">Search</label>
<input id="site-search" type="search" name="q" value="${escapeHtml(query)}" maxlength="100" autocomplete="off" spellcheck="false" placeholder="Search" aria-keyshortcuts="Control+K Meta+K">
<button>Search</button>
</form>`;

/** A button that opens the themes. The script of the pages selects the current one; without scripts it is hidden. */
const THEME_SWITCH = `<div class="theme">
<button type="button" popovertarget="site-theme" aria-label="Theme"></button>
<fieldset class="themes" id="site-theme" popover>
<legend>Theme</legend>
<label><input type="radio" name="theme" value="system" checked>System</label>
<label><input type="radio" name="theme" value="light">Light</label>
<label><input type="radio" name="theme" value="dark">Dark</label>
</fieldset>
</div>`;

function tableOfContents(headings: readonly Heading[]): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3);
  if (listed.length < 2) return '';
  const items = listed.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-labelledby="site-toc"><p id="site-toc">On this page</p><ul>${items.join('')}</ul></nav>\n`;
}

function pageLinks({ previous, next }: Layout): string {
  if (!previous && !next) return '';
  const link = (rel: 'prev' | 'next', label: string, target: PageLink | undefined) =>
    target
      ? `<a rel="${rel}" href="${target.path}"><span>${label}</span> ${escapeHtml(target.title)}</a>`
      : '<span></span>';
  return `<nav class="paging" aria-label="Pages">${link('prev', 'Previous', previous)}${link('next', 'Next', next)}</nav>\n`;
}

/** Returns the menu. A page of the reference shows the groups of the reference; the group of the page is open. */
function navigation({ path, hasSchema, referenceGroups = [] }: Layout): string {
  const link = (target: PageLink) =>
    `<li><a href="${target.path}"${target.path === path ? ' aria-current="page"' : ''}>${escapeHtml(target.title)}</a></li>`;
  const list = (links: readonly PageLink[]) => `<ul>${links.map(link).join('')}</ul>`;
  const group = (title: string, links: readonly PageLink[]) => `<p>${title}</p>${list(links)}`;
  const groups = GUIDE_SECTIONS.map(({ title, pages }) =>
    group(
      title,
      pages.map((page) => ({ path: guideAddress(page), title: page.title })),
    ),
  );
  const types = referenceGroups.map(({ title, pages }) => {
    const isOpen = pages.some((page) => page.path === path);
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${list(pages)}</details>`;
  });
  const schema = [
    ...(hasSchema
      ? [
          { path: REFERENCE_PATH, title: 'Reference' },
          { path: CHANGELOG_PATH, title: 'Changelog' },
        ]
      : []),
    { path: '/schema.graphql', title: 'Schema (SDL)' },
  ];
  return `<nav class="contents" id="site-contents" aria-label="Contents" tabindex="-1">${groups.join('')}${group('Schema', schema)}${types.join('')}</nav>`;
}
