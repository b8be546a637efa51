import type { GraphQLSchema } from 'graphql';
import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import type { Model } from '../../../core/model/model.ts';
import { type ReadableField, readableFields } from '../model/readableFields.ts';
import { isReadableText } from '../model/roles.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { type Data, isData, type LinkTarget } from '../views/view.ts';

/** The names of services by the beginning of the names of fields. */
const SERVICES: Readonly<Record<string, string>> = {
  email: 'Email',
  contactemail: 'Email',
  newsletter: 'Newsletter',
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  github: 'GitHub',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  spotify: 'Spotify',
  threads: 'Threads',
  tiktok: 'TikTok',
  twitter: 'Twitter',
  vimeo: 'Vimeo',
  youtube: 'YouTube',
};

/** The path to a text of the settings with an address, and the name of the service. */
interface Contact {
  readonly path: readonly string[];
  readonly title: string;
}

/** Returns the addresses of a site in its settings: texts named after a service, also in an inline object such as `socialLinks`. */
export function contactsOf(
  fields: readonly ReadableField[],
  { model, schema }: { readonly model: Model; readonly schema: GraphQLSchema },
): readonly Contact[] {
  const found = fields.flatMap((field) => {
    const object =
      field.model.shape === 'object' && !field.model.isList
        ? model.types.get(field.model.typeName)
        : undefined;
    const inner = object ? readableFields(object, schema) : [];
    return [...contactIn(field, []), ...inner.flatMap((each) => contactIn(each, [field.name]))];
  });
  return found.filter(({ title }, index) => found.findIndex((each) => each.title === title) === index);
}

function contactIn(field: ReadableField, path: readonly string[]): readonly Contact[] {
  const key = field.name
    .replaceAll('_', '')
    .replace(/(url|link|handle|address)$/i, '')
    .toLowerCase();
  const title = Object.hasOwn(SERVICES, key) ? SERVICES[key] : undefined;
  const isText = isReadableText(field) || (field.model.typeName === 'URL' && !field.model.isList);
  return title !== undefined && isText ? [{ path: [...path, field.name], title }] : [];
}

/** Returns the selection of contacts: fields of the settings. */
export function contactSelection(contacts: readonly Contact[]): readonly string[] {
  const inner = Map.groupBy(
    contacts.filter(({ path }) => path.length > 1),
    ({ path }) => path[0],
  );
  return [
    ...contacts.flatMap(({ path: [name, ...rest] }) =>
      name !== undefined && rest.length === 0 ? [name] : [],
    ),
    ...[...inner].map(([name, each]) => `${name} { ${each.map(({ path }) => path[1]).join(' ')} }`),
  ];
}

/** Returns the links to the addresses of a site. Texts that are no addresses are left out. */
export const contactLinks = (contacts: readonly Contact[], data: Data): readonly Required<LinkTarget>[] =>
  contacts.flatMap(({ path: names, title }) => {
    const value = names.reduce<unknown>((inner, name) => (isData(inner) ? inner[name] : undefined), data);
    if (typeof value !== 'string') return [];
    const text = unmarked(value).trim();
    const path = safeUrl(/^[^\s@/:]+@[^\s@/:]+$/.test(text) ? `mailto:${text}` : text);
    return path && /^(https?|mailto):/.test(path) ? [{ path, title }] : [];
  });
