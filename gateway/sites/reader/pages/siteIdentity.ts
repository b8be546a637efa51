import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import { type FieldPath, innerFields, type PathOptions, selectionAt, valueAt } from '../model/fieldPaths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fieldsWithRole } from '../model/roles.ts';
import { HOME } from '../model/typeRoles.ts';
import { selectionOf } from '../views/selection.ts';
import { type Data, isData, type LinkTarget, type PageContext } from '../views/view.ts';
import { contactLinks, contactSelection, contactsOf } from './siteContacts.ts';

/** What the content says about its site. */
export interface SiteIdentity {
  readonly name: string;
  readonly description: string;
  readonly logo: Logo | undefined;
  /** The links to its addresses elsewhere. */
  readonly contacts: readonly Required<LinkTarget>[];
}

interface Logo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface IdentityOptions extends PathOptions {
  /** The name of the site, if the content has none. */
  readonly defaultName: string;
}

/** Reads the identity of a site from the data of an operation. */
interface IdentityReader {
  /** The field of `Query` with the identity; empty if the content has none. */
  readonly selection: string;
  read(data: Data, context: Pick<PageContext, 'messages'>): SiteIdentity;
}

/** The name of the settings in the data, so that a page can select other sizes of the logo. */
const SITE_ALIAS = 'site_identity';
/** Logos are shown at this height, in pixels, on screens with two pixels for one. */
const LOGO_SELECTION = '{ url(height: 96) width height }';

/** Creates the reader of the identity of a site, which is in a singleton for its settings. */
export function createIdentityReader(
  types: readonly ReaderType[],
  { defaultName, ...options }: IdentityOptions,
): IdentityReader {
  const settings = types.find(
    ({ role, fields }) => role === 'settings' && fieldsWithRole(fields, 'siteTitle').length > 0,
  );
  if (!settings) return createHomeReader(types, defaultName);
  const { fields, lookup } = settings;
  const [name] = fieldsWithRole(fields, 'siteTitle');
  const [description] = fieldsWithRole(fields, 'siteDescription');
  const logo = logoPath(settings, options);
  const contacts = contactsOf(fields, options);
  const selected = [
    ...contactSelection(contacts),
    ...(name ? [name.name] : []),
    ...(description
      ? [`${description.name}${description.model.shape === 'richText' ? ' { plainText }' : ''}`]
      : []),
    ...(logo.length > 0 ? [selectionAt(logo, LOGO_SELECTION)] : []),
  ];
  return {
    selection: `${SITE_ALIAS}: ${lookup} ${selectionOf([...new Set(selected)])}`,
    read(data, { messages }) {
      const value = isData(data[SITE_ALIAS]) ? data[SITE_ALIAS] : {};
      return {
        name: (name && textIn(value[name.name])) || defaultName,
        description: description ? textIn(value[description.name]) : '',
        logo: readLogo(valueAt(logo, value)),
        contacts: contactLinks(contacts, value, messages),
      };
    },
  };
}

/** Creates the reader of the identity of a site without settings: the title of the document for its home page is the name. */
function createHomeReader(types: readonly ReaderType[], defaultName: string): IdentityReader {
  const home = types.find(({ role }) => role === 'home');
  const titles = home?.titles.flat() ?? [];
  return {
    selection:
      home && titles.length > 0
        ? `${SITE_ALIAS}: ${home.lookup} ${selectionOf(titles.map(({ name }) => name))}`
        : '',
    read(data) {
      const value = isData(data[SITE_ALIAS]) ? data[SITE_ALIAS] : {};
      const names = titles
        .map(({ name }) => textIn(value[name]))
        .filter((text) => text !== '' && !HOME.test(text));
      return { name: names[0] ?? defaultName, description: '', logo: undefined, contacts: [] };
    },
  };
}

/** Returns the path to the logo of a site: an image of the settings, or of an inline object of the settings; empty without one. */
function logoPath({ fields }: ReaderType, options: PathOptions): FieldPath {
  const [own] = fieldsWithRole(fields, 'logo');
  if (own) return [own];
  for (const field of fields) {
    const [inner] = field.model.isList ? [] : fieldsWithRole(innerFields(field, options), 'logo');
    if (inner) return [field, inner];
  }
  return [];
}

const textIn = (value: unknown): string => {
  const text = isData(value) ? value.plainText : value;
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '';
};

function readLogo(image: unknown): Logo | undefined {
  if (!isData(image)) return undefined;
  const url = safeUrl(image.url);
  const { width, height } = image;
  return url && typeof width === 'number' && typeof height === 'number' && height > 0
    ? { url, width, height }
    : undefined;
}
