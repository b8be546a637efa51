import type { Model } from '../../gateway/core/model/model.ts';
import type { Dataset, Doc } from './dataset.ts';
import { resolveImage, resolveRichText } from './richText.ts';

interface UnionContext {
  readonly model: Model;
  readonly dataset: Dataset;
}

/** Resolves a value of a core type in a union: an image, a video or a rich text; undefined for other values. */
export function resolveCoreMember(context: UnionContext, union: string, value: unknown): unknown {
  const names = context.model.unions.get(union) ?? [];
  const { _type: type, asset } = (value ?? {}) as Doc;
  if (names.includes('RichText') && (Array.isArray(value) || type === 'block'))
    return { ...(resolveRichText(context, [value].flat()) as object), __typename: 'RichText' };
  if (names.includes('Image') && type === 'image') {
    const image = resolveImage(context.dataset, value);
    return image === null ? null : { ...(image as object), __typename: 'Image' };
  }
  if (!names.includes('Video') || type !== 'mux.video') return undefined;
  const assetId = context.dataset.dereference(asset)?.assetId;
  return assetId === undefined ? null : { __typename: 'Video', assetId };
}
