import { type Model, possibleDocuments, type RichTextPosition } from '../../gateway/core/model/model.ts';
import { isObject } from '../../gateway/core/validators.ts';
import { richTextReferences } from '../../gateway/providers/content/groq/richTextReferences.ts';
import { type Dataset, type Doc, toArray } from './dataset.ts';
import { plainText } from './kinds/plainText.ts';

interface RichTextContext {
  readonly model: Model;
  readonly dataset: Dataset;
}

/** The document of an image asset. */
interface StoredAsset {
  readonly altText?: string;
  readonly metadata?: {
    readonly lqip?: string;
    readonly palette?: { readonly dominant?: { readonly background?: string } };
    readonly exif?: Readonly<Record<string, unknown>>;
  };
}

/** Resolves an image of a document with its size and metadata; null without an asset. */
export function resolveImage(dataset: Dataset, value: unknown): unknown {
  const image = value as { asset?: { _ref?: string }; [key: string]: unknown } | undefined;
  const [, width, height] = /-(\d+)x(\d+)-\w+$/.exec(image?.asset?._ref ?? '') ?? [];
  if (!image?.asset?._ref) return null;
  const size = { width: Number(width ?? 0), height: Number(height ?? 0) };
  const { metadata, ...document } = (dataset.dereference(image.asset) ?? {}) as StoredAsset;
  const exif = metadata?.exif;
  return {
    ...image,
    ...size,
    alt: image.alt ?? document.altText,
    placeholder: metadata?.lqip,
    color: metadata?.palette?.dominant?.background,
    asset: {
      ...document,
      ...metadata,
      ...size,
      assetId: image.asset._ref,
      extension: image.asset._ref.split('-').at(-1),
      exif: exif && { takenAt: exif.DateTimeOriginal, fNumber: exif.FNumber, iso: exif.ISO },
    },
  };
}

/** Resolves a rich text with its plain text, reading time, references and images. */
export function resolveRichText({ dataset, model }: RichTextContext, value: unknown): unknown {
  if (value == null) return null;
  const types = possibleDocuments(model, 'Node').map((type) => type.document?.type);
  const text = plainText(model, value) ?? '';
  const references = [...new Set(referencedIds(model, value))].flatMap((ref) => {
    const document = dataset.get(ref);
    return document && types.includes(document._type) ? [{ ref, document }] : [];
  });
  const count = text.split(/\s+/).filter((word) => word !== '').length;
  return {
    blocks: resolveNodes(model, 'BLOCK', value),
    // The gateway omits blocks that are not objects.
    json: Array.isArray(value) ? value.filter(isObject) : value,
    plainText: text,
    readingMinutes: Math.ceil(count / 220),
    links: {
      documents: references.map(({ document }) => document),
      references,
      images: toArray(value)
        .filter(isObject)
        .flatMap((block) => {
          const { _key: key, image = block } = block as unknown as Doc;
          const { asset } = image as { asset?: { _ref?: unknown } };
          const picture = String(asset?._ref).startsWith('image-') ? resolveImage(dataset, image) : null;
          return picture ? [{ key, image: picture }] : [];
        }),
    },
  };
}

/** Resolves the parts of a rich text with the names of their types; objects keep their attributes. */
function resolveNodes(model: Model, position: RichTextPosition, value: unknown): readonly Doc[] {
  const kindOf = (name: unknown) =>
    [...model.types.values()].find(
      ({ richText }) => richText?.type === name && richText?.positions.includes(position),
    );
  return toArray(value)
    .filter(isObject)
    .map((item, i) => {
      const node = { ...item, _key: typeof item._key === 'string' ? item._key : String(i) } as unknown as Doc;
      if (position === 'BLOCK' && node._type === 'block')
        return {
          ...node,
          __typename: 'TextBlock',
          style: typeof node.style === 'string' ? node.style : 'normal',
          children: resolveNodes(model, 'INLINE', node.children),
          markDefs: resolveNodes(model, 'ANNOTATION', node.markDefs),
        };
      if (position === 'INLINE' && node._type === 'span')
        return { ...node, __typename: 'TextSpan', text: node.text ?? '', marks: toArray(node.marks) };
      const kind = kindOf(node._type);
      if (kind) return { ...node, __typename: kind.name };
      return { ...node, __typename: 'UnknownRichTextNode', type: node._type ?? '', json: item };
    });
}

/** Returns the ids that a rich text references, by block, then in the order of the paths. */
const referencedIds = (model: Model, value: unknown): string[] =>
  toArray(value).flatMap((block) =>
    richTextReferences(model).flatMap((path) =>
      valuesAt(block, path.split('.')).filter((ref): ref is string => typeof ref === 'string'),
    ),
  );

/** Returns the values at a path such as `markDefs[].reference._ref`. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  const inner = isObject(value) ? value[step.replace('[]', '')] : undefined;
  if (!step.endsWith('[]')) return valuesAt(inner, rest);
  return toArray(inner).flatMap((item) => valuesAt(item, rest));
}
