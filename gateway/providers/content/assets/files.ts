import { incompleteDocument } from '../../../core/errors.ts';
import type { Selection } from '../../../core/selection.ts';
import { isObject } from '../../../core/validators.ts';
import type { Groq } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { type AssetType, assetProjection } from './assetProjection.ts';
import type { ImageOptions } from './images.ts';

/** The `_type` of the documents of files. */
export const FILE_ASSET = 'sanity.fileAsset';

/** A projected file: the reference to its asset and the selected attributes of the asset. */
export interface FileSource {
  readonly asset: { readonly _ref: string };
  /** The attributes of the asset have these types, unless its document is faulty. */
  readonly originalFilename?: unknown;
  readonly size?: unknown;
  readonly mimeType?: unknown;
}

const FILE: AssetType = {
  name: 'File',
  documentType: FILE_ASSET,
  attributes: ['asset'],
  metadata: {
    originalFilename: '"originalFilename": asset->originalFilename',
    size: '"size": asset->size',
    mimeType: '"mimeType": asset->mimeType',
  },
};

/** The host of files, if the account has no other. */
const SANITY_CDN = 'https://cdn.sanity.io';
/** The id of a file asset contains the name of the file: `file-<hash>-pdf`. */
const ASSET_ID = /^file-(\w{1,200})-([A-Za-z0-9]{1,20})$/;

/** Returns the projection of a file. */
export const fileProjection = (projector: Projector, selections: readonly Selection[]): Groq =>
  assetProjection(projector, FILE, selections);

/** Reads a projected file: null if there is none, an error if the reference is not to a file asset. */
export function readFile(value: unknown): FileSource | Error | null {
  const ref = isObject(value) && isObject(value.asset) ? value.asset._ref : undefined;
  if (!isObject(value) || ref == null || ref === '') return null;
  if (typeof ref === 'string' && ASSET_ID.test(ref)) return { ...value, asset: { _ref: ref } };
  return incompleteDocument(
    'expected a reference to a file asset, got that of another document; correct the document in the Studio',
  );
}

/** Creates the resolvers of `File`. */
export const fileResolvers = ({ projectId, dataset, baseUrl = SANITY_CDN }: ImageOptions) => {
  const url = ({ asset }: FileSource): string => {
    const [, hash = '', extension = ''] = ASSET_ID.exec(asset._ref) ?? [];
    return `${baseUrl}/files/${projectId}/${dataset}/${hash}.${extension}`;
  };
  return {
    url,
    // Without a name, Sanity sends the original one: https://www.sanity.io/docs/apis-and-sdks/asset-cdn
    downloadUrl: (source: FileSource, { filename }: { readonly filename?: string | null }) =>
      `${url(source)}?dl=${encodeURIComponent((filename ?? '').toWellFormed())}`,
    originalFilename: ({ originalFilename }: FileSource) => textOrNull(originalFilename),
    size: ({ size }: FileSource) => (Number.isFinite(size) ? size : null),
    mimeType: ({ mimeType }: FileSource) => textOrNull(mimeType),
    extension: ({ asset }: FileSource) => ASSET_ID.exec(asset._ref)?.[2],
  };
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
