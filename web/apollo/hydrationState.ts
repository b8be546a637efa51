import type { NormalizedCacheObject } from '@apollo/client';

/** What a page made on a server hands to the browser besides its markup. Plain data. */
export interface Handover {
  /** Where the magazine is published. */
  origin: string;
  /** The page's queries whose answers had faults, so that they are asked again when the reader wishes. */
  faulty: readonly string[];
  /** The module that films are played with; nothing in development, where modules are not built. */
  player?: string | undefined;
}

/** Entries of the graph's cache; later parcels come with the parts of the page that need them. */
export type Parcel = NormalizedCacheObject;

declare global {
  interface Window {
    __handover?: Handover;
    __graph?: Parcel[];
  }
}
