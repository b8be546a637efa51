import { readFeedPath, readMarkdownPath } from '../../lib/paths.ts';
import { articleMarkdown } from './articleMarkdown.ts';
import { documentFeed, feed } from './feed.ts';
import { oembed } from './oembed.ts';
import { openSearch } from './openSearch.ts';
import type { Resource } from './resource.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './webManifest.ts';

const RESOURCES: ReadonlyMap<string, Resource> = new Map(
  [robots, sitemap, feed, oembed, openSearch, webManifest].map((resource) => [resource.path, resource]),
);

/** Returns the resource of a path; undefined if the path may be a page. */
export const findResource = (path: string): Pick<Resource, 'respond'> | undefined => {
  const known = RESOURCES.get(path.toLowerCase());
  if (known) return known;
  if (readFeedPath(path)) return documentFeed;
  return readMarkdownPath(path) === null ? undefined : articleMarkdown;
};
