import { posix } from 'node:path';
import { DOCS_PATH } from '../../../http/hooks/responseHeaders.ts';

/** A page from a Markdown file. */
export interface GuidePage {
  /** The last part of its address: `/docs/<name>`. */
  readonly name: string;
  /** The file, relative to the root of the package. */
  readonly file: string;
  /** The title in the navigation. */
  readonly title: string;
}

/** A group of pages in the navigation. */
export interface GuideSection {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

const guide = (name: string, title: string): GuidePage => ({ name, title, file: `docs/api/${name}.md` });
const detail = (name: string, title: string): GuidePage => ({ name, title, file: `docs/${name}.md` });

/** The pages in the order of the navigation. */
export const GUIDE_SECTIONS: readonly GuideSection[] = [
  {
    title: 'Start',
    pages: [
      detail('api', 'Overview'),
      guide('first-request', 'First request'),
      guide('explorer', 'Explorer'),
      guide('react', 'React with generated types'),
      guide('react-kit', 'React kit'),
      guide('clients', 'Clients and code generators'),
      guide('languages', 'Languages'),
    ],
  },
  {
    title: 'Queries',
    pages: [
      guide('pagination', 'Pagination'),
      guide('filters', 'Filters and nulls'),
      guide('ordering', 'Ordering'),
      guide('search', 'Search and facets'),
      guide('moments', 'Moments in videos'),
    ],
  },
  {
    title: 'Content',
    pages: [
      guide('rich-text', 'Rich text'),
      guide('images', 'Images'),
      guide('video', 'Video and captions'),
      guide('live-updates', 'Live updates'),
      guide('source-maps', 'Source maps'),
      guide('visual-editing', 'Click to edit'),
    ],
  },
  {
    title: 'In production',
    pages: [
      guide('access', 'Keys and scopes'),
      guide('retries', 'Errors and retries'),
      guide('cost', 'Limits and cost'),
      guide('client-limits', 'Limits for clients'),
      guide('caching', 'Caching and CDNs'),
      guide('persisted-documents', 'Persisted documents'),
      guide('deprecations', 'Deprecations'),
    ],
  },
  {
    title: 'Details',
    pages: [
      detail('http', 'GraphQL over HTTP'),
      detail('values', 'Values'),
      detail('errors', 'Error codes'),
      detail('limits', 'Limits for operators'),
      detail('keys', 'API keys'),
      detail('preview', 'Previews'),
      detail('versioning', 'Versioning policy'),
      detail('mcp', 'MCP server'),
    ],
  },
];

/** All pages in the order of the navigation. */
export const GUIDE_PAGES: readonly GuidePage[] = GUIDE_SECTIONS.flatMap(({ pages }) => pages);

/** Returns the address of a page. */
export const guideAddress = ({ name }: GuidePage): string => `${DOCS_PATH}/${name}`;

const CONTRACT = 'schema/contract.graphql';
const PAGES_BY_FILE = new Map(GUIDE_PAGES.map((page) => [page.file, page]));

/**
 * Returns a function that returns the address of a link in a file.
 * @param file the file with the link
 * @param suffix of the addresses of pages, for example `.md`
 * @returns undefined if the gateway does not serve the target
 */
export function createLinkAddresses(file: string, suffix = ''): (href: string) => string | undefined {
  return (href) => {
    if (/^([a-z]+:|#|\/)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(file), path);
    if (target === CONTRACT) return '/schema.graphql';
    const page = PAGES_BY_FILE.get(target);
    return page && `${guideAddress(page)}${suffix}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}

/** A link of Markdown outside of code: text and target. */
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;
const FENCE = /(^```[\s\S]*?^```$)/m;

/** Returns the Markdown of a page with the addresses at which its links are served; other links become text. */
export function withServedLinks(markdown: string, file: string): string {
  const addressOf = createLinkAddresses(file, '.md');
  return markdown
    .split(FENCE)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(LINK, (_, text: string, href: string) => {
            const address = addressOf(href);
            return address === undefined ? text : `[${text}](${address})`;
          }),
    )
    .join('');
}
