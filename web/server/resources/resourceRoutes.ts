import { matchPath, type Params } from 'react-router';
import { articleMarkdown } from './articleMarkdown.ts';
import { feed } from './feed.ts';
import { oembed } from './oembed.ts';
import { openSearch } from './openSearch.ts';
import type { Resource } from './resource.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './webManifest.ts';

const RESOURCES: readonly Resource[] = [
  robots,
  sitemap,
  feed,
  oembed,
  openSearch,
  webManifest,
  articleMarkdown,
];

/** Returns the resource of a path and its parameters; undefined if the path may be a page. */
export function findResource(path: string): { resource: Resource; params: Params } | undefined {
  for (const resource of RESOURCES) {
    const match = matchPath(resource.path, path);
    if (match) return { resource, params: match.params };
  }
  return undefined;
}
