import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import { valueAt } from '../model/fieldPaths.ts';
import { pathWith } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { authorsOf } from '../views/authors.ts';
import { fieldValue } from '../views/linkView.ts';
import { type Data, isData } from '../views/view.ts';
import { excerptOf } from './cards.ts';
import type { FoundDocument } from './documentOperation.ts';
import type { PageRequest, Preview, Site } from './site.ts';

/** Returns what search engines and previews of links show of a document. */
export function documentPreview(
  site: Pick<Site, 'types'>,
  type: ReaderType,
  { document, title, localePath, locale }: FoundDocument,
  { url, context }: Pick<PageRequest, 'url' | 'context'>,
): Preview {
  const description = excerptOf(type, document);
  const image = pictureUrl(valueAt(type.picture, document));
  const date = fieldValue(document, type.date);
  const authors = authorsOf(type, site.types, document, context).map(({ title: name, path }) => ({
    '@type': 'Person',
    name,
    ...(path !== undefined && { url: new URL(path, url).href }),
  }));
  const shared = { ...(description && { description }), ...(image && { image }) };
  const preview = { path: pathWith(localePath, { locale }), description, image };
  if (type.role === 'person')
    return { ...preview, type: 'profile', data: { '@type': 'Person', name: title, ...shared } };
  if (type.role !== 'article')
    return { ...preview, type: 'website', data: { '@type': 'WebPage', name: title, ...shared } };
  return {
    ...preview,
    type: 'article',
    data: {
      '@type': 'Article',
      headline: title,
      ...shared,
      ...(typeof date === 'string' && { datePublished: date }),
      ...(typeof document.updatedAt === 'string' && { dateModified: document.updatedAt }),
      ...(authors.length > 0 && { author: authors }),
    },
  };
}

/** Returns the URL of an image, or of the still of a video. */
export function pictureUrl(picture: unknown): string | undefined {
  if (!isData(picture)) return undefined;
  const playback: unknown = picture.playback;
  return safeUrl(isData(playback) ? (playback as Data).posterUrl : picture.url);
}
