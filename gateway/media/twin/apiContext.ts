import type { MediaLibrary } from './library.ts';
import type { MediaStore } from './store.ts';

/** What the routes under `/video/v1` and `/system/v1` work with. */
export interface ApiContext {
  store: MediaStore;
  library: MediaLibrary;
}
