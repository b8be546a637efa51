import type { Model } from '../../gateway/core/model/model.ts';
import type { Dataset, Doc } from './dataset.ts';
import { resolveGeoPoint } from './geoPoints.ts';
import { resolveImage, resolveRichText } from './richText.ts';

interface UnionContext {
  readonly model: Model;
  readonly dataset: Dataset;
}

/** Resolves a value of a core type in a union: an image, a file, a geopoint, a video or a rich text; undefined for other values. */
export function resolveCoreMember(context: UnionContext, union: string, value: unknown): unknown {
  const names = context.model.unions.get(union) ?? [];
  const { _type: type, asset } = (value ?? {}) as Doc;
  if (names.includes('RichText') && (Array.isArray(value) || type === 'block'))
    return { ...(resolveRichText(context, [value].flat()) as object), __typename: 'RichText' };
  if (names.includes('Image') && type === 'image') {
    const image = resolveImage(context.dataset, value);
    return image === null ? null : { ...(image as object), __typename: 'Image' };
  }
  if (names.includes('File') && type === 'file') {
    const file = resolveFile(context.dataset, value);
    return file === null ? null : { ...file, __typename: 'File' };
  }
  if (names.includes('GeoPoint') && type === 'geopoint') {
    const point = resolveGeoPoint(value);
    return point && { ...point, __typename: 'GeoPoint' };
  }
  if (!names.includes('Video') || type !== 'mux.video') return undefined;
  const assetId = context.dataset.dereference(asset)?.assetId;
  return assetId === undefined ? null : { __typename: 'Video', assetId };
}

/** Resolves a file of a document with the attributes of its asset; null without an asset. */
export function resolveFile(dataset: Dataset, value: unknown): Readonly<Record<string, unknown>> | null {
  const { asset } = value as { asset?: { _ref?: string } };
  if (!asset?._ref) return null;
  const document = (dataset.dereference(asset) ?? {}) as Partial<Doc>;
  return { ...document, extension: asset._ref.split('-').at(-1) };
}
