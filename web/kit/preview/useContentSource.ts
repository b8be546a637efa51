'use client';

import { useSyncExternalStore } from 'react';
import { findSource, subscribeToSources } from './overlays/contentSources.ts';

/** The attributes of an element that leads an editor to the source of a value. Empty for readers. */
export interface ContentSourceAttributes {
  readonly 'data-sanity'?: string;
}

const NONE: ContentSourceAttributes = {};

/**
 * Returns the attributes of an element that shows a value without its texts, such as a player or a card: spread them on it. Overlays
 * find texts, and the elements `img`, `video` and `time`, without it.
 *
 * The source of an image, a file or a video is its field; of another object, the place that the sources of its texts and addresses
 * have in common; of a whole document, its first text.
 * @param object a part of a response
 * @param path of the value in the object, for example `cover` or `sources.0`; default: the object itself
 */
export function useContentSource(object: unknown, path?: string): ContentSourceAttributes {
  const value = path === undefined ? object : path.split('.').reduce(memberOf, object);
  const source = useSyncExternalStore(
    subscribeToSources,
    () => findSource(value),
    () => undefined,
  );
  return source === undefined ? NONE : { 'data-sanity': source };
}

const memberOf = (value: unknown, key: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
