import { FILE_ASSET } from '../../../core/model/unionMembers.ts';
import type { Selection } from '../../../core/selection.ts';
import { withSources } from '../../../core/valueSources.ts';
import type { Groq } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { ASSET_DOCUMENT, type AssetType, assetProjection } from './assetProjection.ts';
import { type AssetKind, readAssetId, type WrongAsset } from './assetReference.ts';
import { type AssetSource, assetSources, assetText } from './assetTexts.ts';
import type { ImageOptions } from './images.ts';
import type { IsOtherType } from './otherTypes.ts';

/** A projected file: the reference to its asset and the selected attributes of the asset. */
export interface FileSource extends AssetSource {
  readonly asset: { readonly _ref: string };
}

const FILE: AssetType = {
  name: 'File',
  documentType: FILE_ASSET,
  attributes: ['asset'],
  metadata: {
    originalFilename: 'originalFilename',
    size: 'size',
    mimeType: 'mimeType',
    title: 'title',
    description: 'description',
    creditLine: 'creditLine',
  },
};

/** The host of files, if the account has no other. */
const SANITY_CDN = 'https://cdn.sanity.io';
/** The id of a file asset contains the name of the file: `file-<hash>-pdf`. */
const ASSET_ID = /^file-(\w{1,200})-([A-Za-z0-9]{1,20})$/;
const FILE_KIND: AssetKind = { expected: 'a file', type: 'file', pattern: ASSET_ID };

/** Returns the projection of a file. */
export const fileProjection = (projector: Projector, selections: readonly Selection[]): Groq =>
  assetProjection(projector, FILE, selections);

/** Reads a projected file: null if there is none, an error if it has no reference to a file asset. */
export function readFile(value: unknown, isOtherType: IsOtherType): FileSource | WrongAsset | null {
  const ref = readAssetId(value, FILE_KIND, isOtherType);
  return typeof ref === 'string' ? { ...(value as object), asset: { _ref: ref } } : ref;
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
    originalFilename: assetText('originalFilename'),
    size: withSources(
      ({ [ASSET_DOCUMENT]: document }: FileSource) =>
        Number.isFinite(document?.size) ? document?.size : null,
      assetSources('size'),
    ),
    mimeType: withSources(
      ({ [ASSET_DOCUMENT]: document }: FileSource) =>
        typeof document?.mimeType === 'string' ? document.mimeType : null,
      assetSources('mimeType'),
    ),
    title: assetText('title'),
    description: assetText('description'),
    creditLine: assetText('creditLine'),
    extension: ({ asset }: FileSource) => ASSET_ID.exec(asset._ref)?.[2],
  };
};
