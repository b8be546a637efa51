import type { Ingest } from './ingest.ts';
import type { MediaLibrary } from './library.ts';
import type { MadeFiles } from './madeFiles.ts';
import type { Pace } from './pace.ts';
import type { MediaStore } from './store.ts';
import type { UploadStore } from './uploadStore.ts';

/** What the routes under `/video/v1` and `/system/v1`, and those that take uploads, work with. */
export interface ApiContext {
  store: MediaStore;
  uploads: UploadStore;
  library: MediaLibrary;
  made: MadeFiles;
  ingest: Ingest;
  pace: Pace;
}
