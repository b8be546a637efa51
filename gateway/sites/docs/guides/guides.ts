import { readFile } from 'node:fs/promises';
import { packageFile } from '../../../core/packageFiles.ts';
import type { Page } from '../markdown/page.ts';
import { renderMarkdown } from '../markdown/renderMarkdown.ts';
import { createLinkAddresses, type GuidePage, guideAddress, withServedLinks } from './guidePages.ts';

/** Reads a guide. */
export async function readGuide(guide: GuidePage): Promise<Page> {
  const { file, title } = guide;
  const source = await readFile(packageFile(file), 'utf8');
  const options = { addressOf: createLinkAddresses(file), allowsHtml: true };
  let rendered: ReturnType<typeof renderMarkdown> | undefined;
  return {
    path: guideAddress(guide),
    title,
    summary: /^# .*\n+(.+)/.exec(source)?.[1] ?? '',
    markdown: () => withServedLinks(source, file),
    render() {
      rendered ??= renderMarkdown(source, options);
      return rendered;
    },
  };
}
