import { ERROR_HEADINGS } from '../../data/errorMessages.ts';
import { PUBLICATION, SITE_LANGUAGE } from '../../lib/publication.ts';

const { name, paper } = PUBLICATION;
const [heading, sentence] = ERROR_HEADINGS.overloaded;
/** `--ink` of styles/tokens.css in both themes, as hexadecimal colors. */
const INK = { day: '#1f1915', night: '#eeebe5' } as const;

/**
 * Returns the page for a request that is rejected because too many pages wait. It has no files and less than 1 kB, because
 * an overloaded server sends many of them.
 * @param reloadSeconds the time after which the page reloads by itself
 */
export const overloadedPage = (reloadSeconds: number): string =>
  `<!doctype html><html lang="${SITE_LANGUAGE}"><head><meta charset="utf-8"><title>${heading} · ${name}</title>` +
  '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
  `<meta http-equiv="refresh" content="${reloadSeconds}"><style>` +
  `html{color-scheme:light dark;background:light-dark(${paper.day},${paper.night});` +
  `color:light-dark(${INK.day},${INK.night});font:1.25rem/1.5 Newsreader,Georgia,serif}` +
  'body{max-width:32rem;margin:18vh auto;padding:0 1.25rem}h1{font-size:2.25rem;font-weight:400}' +
  `</style></head><body><main><p>${name}</p><h1>${heading}</h1>` +
  `<p>${sentence} This page reloads by itself in ${reloadSeconds} seconds.</p>` +
  '</main></body></html>';
