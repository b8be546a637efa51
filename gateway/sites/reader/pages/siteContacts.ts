import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import type { Messages } from '../messages/messages.ts';
import { type FieldPath, innerFields, type PathOptions, valueAt } from '../model/fieldPaths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { isReadableText, isUrl } from '../model/roles.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { selectionOf } from '../views/selection.ts';
import type { Data, LinkTarget } from '../views/view.ts';

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

/** Names that are words, by their names in `SERVICES`. */
const WORDS: Readonly<Record<string, 'email' | 'newsletter'>> = { Email: 'email', Newsletter: 'newsletter' };

/** A text of the settings with an address, and the name of the service. */
interface Contact {
  readonly path: FieldPath;
  readonly title: string;
}

/** Returns the addresses of a site in its settings: texts named after a service, also in an inline object such as `socialLinks`. */
export function contactsOf(fields: readonly ReadableField[], options: PathOptions): readonly Contact[] {
  const found = fields.flatMap((field) => {
    const inner = field.model.isList ? [] : innerFields(field, options);
    return [[field], ...inner.map((each) => [field, each])].flatMap((path) => contactAt(path) ?? []);
  });
  return found.filter(({ title }, index) => found.findIndex((each) => each.title === title) === index);
}

function contactAt(path: FieldPath): Contact | undefined {
  const field = path.at(-1);
  const key = (field?.name ?? '')
    .replaceAll('_', '')
    .replace(/(url|link|handle|address)$/i, '')
    .toLowerCase();
  const title = Object.hasOwn(SERVICES, key) ? SERVICES[key] : undefined;
  return field && title !== undefined && (isReadableText(field) || isUrl(field.model))
    ? { path, title }
    : undefined;
}

/** Returns the selection of contacts: fields of the settings. */
export const contactSelection = (contacts: readonly Contact[]): readonly string[] =>
  [...Map.groupBy(contacts, ({ path: [field] }) => field?.name ?? '')].map(([name, each]) =>
    `${name} ${selectionOf(each.flatMap(({ path: [, inner] }) => inner?.name ?? []))}`.trim(),
  );

/** Returns the links to the addresses of a site. Texts that are no addresses are left out. */
export const contactLinks = (
  contacts: readonly Contact[],
  data: Data,
  messages: Messages,
): readonly Required<LinkTarget>[] =>
  contacts.flatMap(({ path: fields, title }) => {
    const value = valueAt(fields, data);
    if (typeof value !== 'string') return [];
    const word = WORDS[title];
    const text = unmarked(value).trim();
    const path = safeUrl(/^[^\s@/:]+@[^\s@/:]+$/.test(text) ? `mailto:${text}` : text);
    return path && /^(https?|mailto):/.test(path) ? [{ path, title: word ? messages[word] : title }] : [];
  });
