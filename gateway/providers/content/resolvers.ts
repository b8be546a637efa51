import type { Row } from '../../core/context.ts';
import { usesCoreType } from '../../core/model/coreTypes.ts';
import { hasDocumentInterface, LABEL, labelSource } from '../../core/model/documentInterface.ts';
import { DOCUMENT_LIST, hasDocumentList } from '../../core/model/documentList.ts';
import { isSingleton } from '../../core/model/lookups.ts';
import { DOCUMENT_INTERFACE, lowerFirst, type Model, type ModelType } from '../../core/model/model.ts';
import { isText } from '../../core/validators.ts';
import { sourcesAt, withSources } from '../../core/valueSources.ts';
import { WrongAsset } from './assets/assetReference.ts';
import { ownText } from './assets/assetTexts.ts';
import { fileResolvers } from './assets/files.ts';
import { imageAssetResolvers } from './assets/imageAsset.ts';
import { imageAlt, imageColor, imagePlaceholder } from './assets/imageMetadata.ts';
import {
  type ImageOptions,
  type ImageSource,
  imageSize,
  imageSrcSet,
  imageUrl,
  readImage,
} from './assets/images.ts';
import { otherTypes } from './assets/otherTypes.ts';
import {
  bindDocumentField,
  projectedValue,
  type Resolver,
  readGlobalId,
  readSystemField,
} from './directives.ts';
import { resolveDocumentList } from './documentList.ts';
import { connectionResolvers, edgeResolvers, resolveList } from './listResolvers.ts';
import { resolveLookup } from './lookup.ts';
import { nodeResolvers } from './nodes.ts';
import { type LinksSource, linkedRows, readLinks, richTextResolvers } from './richText.ts';
import { richTextNodeResolvers } from './richTextNodes.ts';
import { kindOf } from './values/kindOf.ts';
import { resolveMemberType } from './values/memberTypes.ts';
import { Mismatch, mismatchError } from './values/mismatch.ts';
import { rememberOrigin } from './values/origins.ts';

type Arguments = Record<string, unknown>;

type ResolverMap = Record<string, Record<string, unknown>>;

/** Creates the resolvers of the content service: nodes, lookups, lists, connections, images and rich text. */
export function createContentResolvers(model: Model, images: ImageOptions): ResolverMap {
  const isOtherType = otherTypes(model);
  const resolvers: ResolverMap = {
    Node: { __resolveType: resolveMemberType(model, 'Node') },
    ...(hasDocumentInterface(model) && {
      [DOCUMENT_INTERFACE]: { __resolveType: resolveMemberType(model, 'Node') },
    }),
    Query: nodeResolvers(model),
    Image: imageResolvers(images),
    ...imageAssetResolvers,
    ...(usesCoreType(model, 'File') && { File: fileResolvers(images) }),
    RichText: { ...richTextResolvers(model), links: readLinks },
    ...richTextNodeResolvers(model),
    RichTextLinks: linksResolvers,
    RichTextLinkedImage: {
      key: withSources(
        ((row, _args, _context, info) => {
          const key = projectedValue(row, info);
          return isText(key) ? key : null;
        }) satisfies Resolver,
        sourcesAt,
      ),
      image: ((row: object, _args, context, info) => {
        const image = readImage(projectedValue(row, info), isOtherType);
        if (image === null || image instanceof WrongAsset)
          throw mismatchError(
            new Mismatch('an image', image?.found ?? kindOf(null)),
            { row, field: LINKED_IMAGE, info },
            context,
          );
        rememberOrigin(image, row, '');
        return image;
      }) satisfies Resolver<object>,
    },
    RichTextReference: {
      ref: (row: Row) => row['@id'],
      document: ((row, _args, _context, info) => projectedValue(row, info)) satisfies Resolver,
    },
  };
  if (hasDocumentList(model)) {
    resolvers[`${DOCUMENT_INTERFACE}Connection`] = connectionResolvers;
    resolvers[`${DOCUMENT_INTERFACE}Edge`] = edgeResolvers;
    Object.assign(resolvers.Query as object, { [DOCUMENT_LIST]: resolveDocumentList(model) });
  }
  for (const name of model.unions.keys()) resolvers[name] = { __resolveType: resolveMemberType(model, name) };
  for (const type of model.documents) {
    resolvers[type.name] = sharedResolvers(model, type);
    resolvers[`${type.name}Connection`] = connectionResolvers;
    resolvers[`${type.name}Edge`] = edgeResolvers;
    Object.assign(resolvers.Query as object, {
      [lowerFirst(type.name)]: resolveLookup(type),
      ...(!isSingleton(type) && { [type.document?.plural as string]: resolveList(type) }),
    });
  }
  return resolvers;
}

const sharedResolvers = (model: Model, type: ModelType) => ({
  ...(!type.fields.has('id') && { id: readGlobalId }),
  ...(!type.fields.has('createdAt') && { createdAt: readSystemField }),
  ...(!type.fields.has('updatedAt') && { updatedAt: readSystemField }),
  ...(!type.fields.has(LABEL) && { [LABEL]: labelResolver(model, type) }),
});

/** Resolves the text that names a document; null for a type without one, and for a document without it. */
function labelResolver(model: Model, type: ModelType): Resolver<Row> {
  const field = labelSource(type);
  return field
    ? bindDocumentField(model, { ...field, isRequired: false, isSemanticNonNull: false })
    : () => null;
}

const imageResolvers = (options: ImageOptions) => ({
  url: (source: ImageSource, args: Arguments) => imageUrl(options, source, args),
  srcSet: (source: ImageSource, args: Arguments) =>
    imageSrcSet(options, source, args as { widths: number[] }),
  width: (source: ImageSource) => imageSize(source).width,
  height: (source: ImageSource) => imageSize(source).height,
  placeholder: imagePlaceholder,
  color: imageColor,
  alt: imageAlt,
  caption: ownText('caption'),
  asset: (source: ImageSource) => source,
});

/** The image of a block is the block itself, or its attribute `image`. */
const LINKED_IMAGE = { name: 'image', source: { kind: 'groq', expr: '@' } } as const;

const linksResolvers = {
  images: ((links, _args, _context, info) => {
    const images = (projectedValue(links, info) ?? []) as readonly object[];
    // The position of an image in the text is unknown.
    for (const image of images) rememberOrigin(image, links, '');
    return images;
  }) satisfies Resolver<LinksSource>,
  documents: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
  references: ((links, _args, _context, info) =>
    linkedRows(links, String(info.path.key))) satisfies Resolver<LinksSource>,
};
