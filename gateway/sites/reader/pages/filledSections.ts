import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import {
  NoData,
  type RequestedPage,
  requestOperation,
  trustOperation,
} from '../operations/requestOperation.ts';
import { type Data, isData } from '../views/view.ts';
import type { Site } from './site.ts';

/**
 * Creates the function that returns the sections with documents that the visitor may see, to which navigation leads. It is one operation
 * of all pages, so that its response is in the cache until a document of a section changes. A section that cannot be counted counts as filled.
 */
export function createFilledSections(
  site: Pick<Site, 'sections' | 'trust' | 'schema' | 'isWithinLimits'>,
): (page: RequestedPage) => Promise<readonly ReaderType[]> {
  const { sections } = site;
  const operation = fitOperation(
    [sections.length, Math.ceil(sections.length / 2), 0],
    (length) => {
      const counts = sections.slice(0, length).map(({ list }) => `${list}(first: 0) { totalCount }`);
      return { text: `query ReaderSections { __typename ${counts.join(' ')} }`, variables: {} };
    },
    site,
  );
  const trusted = trustOperation(operation, site.trust);
  return async (page) => {
    try {
      const { data } = await requestOperation(page, trusted);
      return sections.filter((type) => isFilled(type, data));
    } catch (error) {
      if (error instanceof NoData) return sections;
      throw error;
    }
  };
}

/** Returns whether a type has documents. @param data the `totalCount` of lists; a list that is missing counts as filled */
export function isFilled({ list = '' }: ReaderType, data: Data): boolean {
  const value = data[list];
  return !isData(value) || value.totalCount !== 0;
}
