import { feed } from './feed.ts';
import { oembed } from './oembed.ts';
import { openSearch } from './openSearch.ts';
import type { Resource } from './resource.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './webManifest.ts';

/** Tried before the pages, in this order. */
export const resources: readonly Resource[] = [robots, sitemap, feed, oembed, openSearch, webManifest];
