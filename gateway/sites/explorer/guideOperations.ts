import { readFile } from 'node:fs/promises';
import { packageFile } from '../../core/packageFiles.ts';
import { GUIDE_PAGES, guideAddress } from '../docs/guides/guidePages.ts';
import type { ExampleOperation } from '../docs/markdown/examples.ts';
import { readExamples } from '../docs/markdown/renderMarkdown.ts';

/** The operations of a guide. */
export interface GuideOperations {
  readonly title: string;
  /** The address of the guide. */
  readonly path: string;
  readonly operations: readonly ExampleOperation[];
}

/** Reads the operations of all guides that have some, in the order of the guides. */
export async function readGuideOperations(): Promise<readonly GuideOperations[]> {
  const guides = await Promise.all(
    GUIDE_PAGES.map(async (page) => {
      const examples = await readExamples(await readFile(packageFile(page.file), 'utf8'));
      const operations = examples.flatMap(({ operation }) => (operation ? [operation] : []));
      return { title: page.title, path: guideAddress(page), operations };
    }),
  );
  return guides.filter(({ operations }) => operations.length > 0);
}
