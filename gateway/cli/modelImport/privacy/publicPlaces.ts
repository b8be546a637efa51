import { type ImportedType, pathOfType } from '../model/importedModel.ts';
import { isWordOf, nameWords, wordSet } from './nameWords.ts';

/** Companies and places, whose telephone number and address are for everybody, and parts of a site that show them. */
const PLACES = {
  english:
    wordSet(`agency association attraction bar boutique branch brand brewery building business cafe campsite center centre church
    cinema clinic club college company config configuration contactinfo contactdetail contactpage contactsection contactblock contactus
    dealer department distributor embassy farm firm footer foundation gallery general global gym header headquarter hospital hostel hotel
    imprint institute institution lab landmark legal library location manufacturer museum office options organisation organization parish
    pharmacy place practice property publisher restaurant retailer salon school setting settings shop showroom site siteconfig sitesetting
    spa stockist store studio theater theatre university venue warehouse website winery`),
  stems: [
    ...wordSet(
      'firma unternehmen geschaft laden standort filiale buero buro impressum kontaktseite einstellung praxis apotheke schule kirche',
    ),
    ...wordSet(
      'entreprise societe magasin lieu lieux bureau agence etablissement ecole parametre mentionslegales',
    ),
    ...wordSet(
      'empresa tienda lugar lugares oficina sucursal organizacion ajuste negozio luogo luoghi ufficio azienda sede impostazion',
    ),
    ...wordSet(
      'bedrijf winkel locatie kantoor instelling bedrift butikk sted kontor innstilling loja escritorio organizacao configuracao',
    ),
  ],
};
/** Events: their address is public, and the e-mail address of their organiser may be public. */
const EVENTS = {
  english: wordSet('concert conference event exhibition festival fair meetup performance show workshop'),
  stems: [
    ...wordSet('veranstaltung termin evenement evento eventi arrangement evenementen konzert ausstellung'),
  ],
};
const OPENING_HOURS =
  /^(?:openinghours|oeffnungszeiten|offnungszeiten|horaires|horarios?|orari|openingstijden|apningstider)$/;
/** Words before the kind of an attribute: `supportEmail`, `companyPhone`. */
const PUBLIC_USES = wordSet(
  'support press sales info public general hello venue store shop event company headquarters hq publisher',
);
/** Words of attributes that a company does not show: where a form sends its messages. */
const INTERNAL_USES = wordSet(
  'admin from internal login manager notification notifications notify owner personal private privat receiver recipient recipients sender smtp to',
);

/** What an object describes, as far as its telephone number and address are concerned. */
export type Context = 'organisation' | 'location' | 'person';

/** Returns the context of a type by its name or by its attributes: organisations have opening hours, locations have coordinates. */
export function contextOf(type: ImportedType): Context {
  const { fields } = type;
  const words = nameWords(pathOfType(type));
  const candidates = [words.at(-1) ?? '', words.slice(-2).join('')];
  const hasHours = fields.some(({ attribute = '' }) => OPENING_HOURS.test(nameWords(attribute).join('')));
  if (hasHours || candidates.some((word) => isWordOf(PLACES, word))) return 'organisation';
  const isLocation =
    fields.some(({ kind }) => kind === 'geoPoint') || candidates.some((word) => isWordOf(EVENTS, word));
  return isLocation ? 'location' : 'person';
}

/** Returns true for an attribute that the public uses, false for an attribute of internal use; undefined if its name does not say. */
export function isPublicUse(attribute: string): boolean | undefined {
  const words = nameWords(attribute);
  if (words.some((word) => INTERNAL_USES.has(word))) return false;
  return words.slice(0, -1).some((word) => PUBLIC_USES.has(word)) ? true : undefined;
}
