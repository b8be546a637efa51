import { readFile } from 'node:fs/promises';
import { packageFile } from '../../../core/packageFiles.ts';
import { renderMarkdown } from '../markdown/renderMarkdown.ts';
import { layOutSinglePage } from './layout.ts';

/** Returns the page of the error codes without the rest of the site: links to other pages are text. */
export async function readErrorPage(): Promise<string> {
  const { title, summary, html, headings } = await renderMarkdown(
    await readFile(packageFile('docs/errors.md'), 'utf8'),
    { addressOf: (href) => (/^(https?:|#)/.test(href) ? href : undefined), allowsHtml: true },
  );
  return layOutSinglePage({ title, description: summary, html, headings });
}
