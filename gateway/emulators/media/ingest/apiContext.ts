import type { ReadableAssets } from '../assets/readableAssets.ts';
import type { MediaStore } from '../assets/store.ts';
import type { GeneratedFiles } from '../files/generatedFiles.ts';
import type { MediaLibrary } from '../files/mediaLibrary.ts';
import type { UploadStore } from '../uploads/uploadStore.ts';
import type { Delays } from './delays.ts';
import type { Ingest } from './ingest.ts';

/** Dependencies of the management API and of the upload routes. */
export interface ApiContext {
  store: MediaStore;
  readable: ReadableAssets;
  uploads: UploadStore;
  library: MediaLibrary;
  generatedFiles: GeneratedFiles;
  ingest: Ingest;
  delays: Delays;
}
