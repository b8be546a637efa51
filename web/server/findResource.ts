import { matchPath, type Params } from 'react-router';
import type { Resource } from './resource.ts';
import { resources } from './resources.ts';

/** The resource at a path, with what its pattern took from it; undefined when a page may be there. */
export function findResource(path: string): { resource: Resource; params: Params } | undefined {
  for (const resource of resources) {
    const match = matchPath(resource.path, path);
    if (match) return { resource, params: match.params };
  }
  return undefined;
}
