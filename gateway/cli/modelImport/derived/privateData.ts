import pluralize from 'pluralize';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  REQUIRES_PRIVATE,
  updateField,
} from '../model/importedModel.ts';
import { wordsOf } from '../model/words.ts';
import { labelOf } from './labels.ts';

/** Last words of document types that describe people who wrote to a site, or bought from it. */
const TYPES_OF_PEOPLE: ReadonlySet<string> = new Set(
  `account applicant application appointment attendee booking complaint consent credential customer donation donor
  enquiry feedback inquiry invoice lead membership message newsletter order participant patient payment purchase
  registration request reservation rsvp signup submission subscriber subscription user`.split(/\s+/),
);

/** Returns the sampled values of a field `Type.field`. */
type ValuesOf = (coordinate: string) => readonly unknown[];

/** The kinds of private values by the last words of an attribute, and what a report calls them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(e ?)?mails?( address(es)?)?$/, 'an e-mail address'],
  [
    /\b((tele|mobile ?|cell ?)?phones?|mobile|cell|fax|tel|telefono?|whatsapp)( numbers?)?$/,
    'a telephone number',
  ],
  [
    /^(?!.*\b(web|url|site)\b).*\b(address(es)?( ?line)? ?\d?|street|zip|(postal|zip|post) ?code)$/,
    'an address',
  ],
  [/\b(birthday|birth ?date|date of birth|dob)$/, 'a date of birth'],
  [
    /\b(ssn|social security( number)?|iban|bank account|credit card|tax id|national id|passport( number)?|salary)$/,
    'an official number',
  ],
  [/\b(password|passcode|secret|token|(api|access|private) ?key|password hash)$/, 'a secret'],
];

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i;
const TELEPHONE = /^(tel\.?:?|telefon:?|phone:?)?\s*(\+|\(?0|\(\d{3}\)|\d{3}-\d{3}-)[\d\s()./-]{4,20}$/i;
const SECRET =
  /^(sk|rk|whsec|ghp|gho|xox[a-z]|AKIA|AIza|eyJ)[\w.-]{16,}$|-----BEGIN [A-Z ]*PRIVATE KEY|^\w+:\/\/[^\s/:@]+:[^\s/@]+@/;

/**
 * Adds `@requiresScopes` to the types and attributes with data about people, as their names and their sampled values show, and a
 * note for each.
 * @param isPublic returns whether the user says that a path of the studio is public, e.g. `order` or `person.email`
 */
export function addPrivateData(
  model: ImportedModel,
  valuesOf: ValuesOf,
  isPublic: (path: string) => boolean,
): void {
  for (const type of model.types.values()) {
    const path = type.type ?? type.name;
    if (isPublic(path)) continue;
    // A person in a text, such as a link to an address, was published with the text.
    if (type.kind === 'richText') continue;
    if (type.kind === 'document' && isTypeOfPeople(path)) {
      protectType(model, type, 'its name is that of data about people');
      continue;
    }
    const found = type.fields.flatMap((field) => {
      const reason = isPublic(`${path}.${field.attribute}`) ? undefined : reasonOf(type, field, valuesOf);
      return reason === undefined ? [] : [{ field, reason }];
    });
    const label = type.kind === 'document' ? labelOf(type) : undefined;
    const named = found.find(({ field }) => field === label || field.name === 'slug');
    // Search and links show the names of documents.
    if (named) protectType(model, type, `its ${named.field.attribute} is ${named.reason}`);
    else
      for (const { field, reason } of found) {
        model.notes.push({ kind: 'private', path: `${path}.${field.attribute}`, text: reason });
        updateField(type, field.name, { directives: [...field.directives, REQUIRES_PRIVATE] });
      }
  }
}

const isTypeOfPeople = (type: string): boolean =>
  TYPES_OF_PEOPLE.has(pluralize.singular(wordsOf(type).at(-1) ?? ''));

function protectType(model: ImportedModel, type: ImportedType, reason: string): void {
  if (isPrivate(type)) return;
  model.notes.push({ kind: 'private', path: type.type ?? type.name, text: reason });
  type.directives.push(REQUIRES_PRIVATE);
}

/** Returns what is private in the values of a field; undefined if nothing is. */
function reasonOf(type: ImportedType, field: ImportedField, valuesOf: ValuesOf): string | undefined {
  const { attribute, kind, typeName } = field;
  const isValue = (kind === 'scalar' && typeName !== 'Boolean') || kind === 'object' || kind === 'geoPoint';
  if (attribute === undefined || !isValue) return undefined;
  const words = wordsOf(attribute).join(' ');
  const named = NAMES.find(([pattern]) => pattern.test(words));
  if (named) return `${named[1]}, by its name`;
  if (kind !== 'scalar') return undefined;
  const texts = valuesOf(`${type.name}.${field.name}`)
    .flat()
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim());
  if (texts.some((text) => EMAIL.test(text))) return 'an e-mail address, in a sampled value';
  if (texts.some((text) => SECRET.test(text))) return 'a secret, in a sampled value';
  return texts.length > 0 && texts.every(isTelephone)
    ? 'a telephone number, in each sampled value'
    : undefined;
}

const isTelephone = (text: string): boolean =>
  TELEPHONE.test(text) && text.replaceAll(/\D/g, '').length >= 7 && !/^\d{4}-\d\d-\d\d/.test(text);
