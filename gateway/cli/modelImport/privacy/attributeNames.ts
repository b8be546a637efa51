import { nameWords } from './nameWords.ts';

/** A kind of data about people. */
export interface PrivateKind {
  /** What a report calls it. */
  readonly name: string;
  /** True if companies and places publish theirs: their telephone number, address or bank account. */
  readonly isPublicOfPlaces: boolean;
}

export const EMAIL: PrivateKind = { name: 'an e-mail address', isPublicOfPlaces: true };
export const TELEPHONE: PrivateKind = { name: 'a telephone number', isPublicOfPlaces: true };
export const ADDRESS: PrivateKind = { name: 'an address', isPublicOfPlaces: true };
export const ACCOUNT: PrivateKind = { name: 'a bank account', isPublicOfPlaces: true };
export const SECRET: PrivateKind = { name: 'a secret', isPublicOfPlaces: false };
const BIRTH: PrivateKind = { name: 'a date of birth', isPublicOfPlaces: false };
const OFFICIAL: PrivateKind = { name: 'an official number', isPublicOfPlaces: false };
const INCOME: PrivateKind = { name: 'an income', isPublicOfPlaces: false };
const HEALTH: PrivateKind = { name: 'data about health or belief', isPublicOfPlaces: false };
const PERSON_ID: PrivateKind = { name: 'an id of a person', isPublicOfPlaces: true };
export const INTERNAL_NOTE: PrivateKind = { name: 'an internal note', isPublicOfPlaces: false };
const DEVICE: PrivateKind = { name: 'data about a device', isPublicOfPlaces: false };

/** Joins the alternatives of a pattern, one a line or word. */
const any = (text: string): string => `(?:${text.trim().split(/\s+/).join('|').replaceAll('_', ' ?')})`;

const NUMBER = any('number no nr num numero nummer nummers');
/** Words that tell one address or number from another, after the word for it. */
const QUALIFIER =
  any(`private privat prive privato privado personal personale perso home casa work trabajo lavoro
  business office mobile mobil movil fixe fijo primary secondary main alt alternative backup confirm repeat hash hashed raw verified normalized
  client cliente clients contact contacto customer user usuario utente kunde participant envio spedizione livraison entrega
  facturation fatturazione facturacion ligne linea linha zeile zusatz en de fr es it nl no pt`);

/**
 * The kinds by the last words of an attribute, in English, German, French, Spanish, Italian, Dutch, Norwegian and Portuguese; `_`
 * stands for an optional space, because names are written with and without capitals.
 */
const PATTERNS: readonly (readonly [PrivateKind, string])[] = [
  [
    EMAIL,
    `${any('e_mails? mails? correos? correo_electronico courriels? e_posts? posta_elettronica mel reply_to e_mail_lists?')}(?: ?${any('address address(?:es) adressen? adresse adres adresser id ids')})?`,
  ],
  [
    TELEPHONE,
    `(?:${any(`(?:tele|mobile_|mobil_|cell_|home_|work_|land_line_|hand_)?phones? telefon[oe]?s? telefoon telefoni telemovel tlf tel mobile mobil
      mobiel handy movil celular cellulare fax telefax whatsapp rufnummer contact_numbers? mobilnummer handynummer mobielnummer`)}(?: ?${NUMBER}s?)?|cell ?${NUMBER})`,
  ],
  [
    DEVICE,
    any(`ips? ipv ip_address(?:es)? ip_adresse? ip_addr remote_addr mac_address user_agents? user_agent_string (?:device|session|cookie|client_session|browser)_(?:ids?|uuid)
      fingerprints? (?:device|browser|visitor)_hash imei idfa gaid advertising_id (?:push|fcm|apns)_tokens? push_subscriptions?`),
  ],
  [
    PERSON_ID,
    any(`(?:user|users|member|customer|visitor|subscriber|patient|employee|student|guest|attendee|participant|applicant|donor|client_user|auth|clerk|anonymous|distinct|benutzer|nutzer|kunden|mitglieds|klant|gebruiker|usuario|cliente|utilisateur|utente|bruker|kunde)_(?:ids?|uid|uuid|guid|sub)
      (?:user|member|customer|patient|employee|student|kunden|mitglieds|matrikel|klant)_(?:numbers?|no|nr|nummer)`),
  ],
  [
    ADDRESS,
    `(?<!${any('web url site mail page')} )${any(`address(?:es)? address_lines? adressen? adresse adresses adresser anschrift direccion direcciones
      indirizzo indirizzi adres enderecos? morada domicilio domicile lieferadresse rechnungsadresse postadresse gateadresse
      street street_name street_number strassen? strassen?name strassen?_?nr hausnummer rue calle straat straatnaam huisnummer rua
      zip zip_codes? postal_codes? post_codes? plz postleitzahl code_postal codigo_postal codice_postale postnummer postnr cep`)}`,
  ],
  [
    BIRTH,
    any(`birthday birthdays birth_date date_of_birth dob birth_year year_of_birth geburtsdatum geburtstag geburtsjahr date_de_naissance
      date_naissance fecha_de_nacimiento fecha_nacimiento data_di_nascita data_nascita geboorte_datum fodselsdato foedselsdato fodselsdag
      data_de_nascimento data_nascimento`),
  ],
  [
    ACCOUNT,
    any(
      'ibans? bank_account bank_accounts bank_account_number account_number account_no kontonummer bankverbindung account_holder kontonr sort_code routing_number',
    ),
  ],
  [
    OFFICIAL,
    any(`ssn social_security social_security_(?:number|no) national_ids? national_id_number national_insurance_number nino id_number
      id_card identity_card personal_id passport passports passport_(?:number|no) drivers?_licen[cs]e(?:_number)? tax_id tax_number tin
      credit_cards? credit_card_number card_number cvv cvc insurance_number steuer_id steuernummer steuer_identifikationsnummer
      sozialversicherungsnummer svnr ahv_nummer ausweisnummer personalausweis reisepass passnummer numero_securite_sociale numero_secu
      numero_de_securite_sociale nir dni nie nif codice_fiscale bsn burgerservicenummer personnummer fodselsnummer foedselsnummer cpr_nummer
      cpf`),
  ],
  [INCOME, any('salary salaries income gehalt salaire salario stipendio salaris lonn')],
  [
    HEALTH,
    any(`allergies allergy allergien medical_(?:conditions?|history|notes?|records?|info|information|data)
      health_(?:conditions?|history|notes?|records?|info|information|data|issues?|status|insurance) medications? dietary_(?:requirements?|restrictions?|needs?)
      disability disabilities blood_(?:type|group) emergency_contacts? religion ethnicity sexual_orientation marital_status`),
  ],
  [
    INTERNAL_NOTE,
    `(?:${any('internal confidential admin administration editorial editors? staff intern[aeo]?s? interner vertrauliche? redaktionelle?')} ${any(
      'notes? comments? remarks? memos? infos? information notiz(?:en)? bemerkung(?:en)? kommentare? anmerkung(?:en)? notas? notiti(?:e|es) opmerking(?:en)? notat(?:er)? merknad(?:er)?',
    )}|${any('notes? notas? nota commentaires? comentarios? commenti commento remarques? osservazioni')} ${any(
      'internal intern[aeio]?s? confidentiel(?:le)?s? confidencia(?:l|les|is) riservat[aeio] privees? privad[ao]s? privat[aeio]',
    )})`,
  ],
  [
    SECRET,
    any(`passwords? pwd passwd jwt passcodes? passphrase passwort kennwort mot_de_passe contrasena wachtwoord passord senha password_(?:hash|salt)
      secrets? (?:client|api|webhook|signing|app|shared|consumer)_secrets? secret_(?:key|value|token)s? credentials? token
      (?:access|auth|api|refresh|bearer|session|reset|csrf|id|secret|invite|verification|confirmation|unsubscribe|login|user|device|bot|webhook|page)_tokens?
      (?:api|access|private|secret|encryption|signing|licen[cs]e|service|ssh|admin)_keys? otp pin_code security_code access_code`),
  ],
];

const COMPILED = PATTERNS.map(
  ([kind, pattern]) =>
    [
      kind,
      new RegExp(`(?:^|.* )(?:${pattern})(?: (?:of |del? |du |von |di |da |della )?${QUALIFIER})*$`),
    ] as const,
);

/** Attributes that mean the size of a screen, and not a telephone, beside other sizes. */
const SCREENS = /^(?:mobile|mobil|mobiel|phone)$/;
const OTHER_SCREENS = /^(?:desktop|tablet|laptop|small|large|xs|sm|md|lg|xl)$/;
/** Types of job advertisements, which state the salary. */
const JOBS =
  /\b(?:job|jobs|vacancy|position|career|role|opening|stelle|stellenangebot|emploi|empleo|vacature|stilling)\b/;
/** Types of the values of a design, whose tokens are no secrets. */
const DESIGN = /\b(?:design|theme|colou?r|style|token)\b/;

/** Returns the kind of data that the name of an attribute says; undefined for other names. */
export function privateKindOfName(
  attribute: string,
  type: { readonly name: string; readonly attributes: readonly string[] },
): PrivateKind | undefined {
  const words = nameWords(attribute).join(' ');
  const kind = COMPILED.find(([, pattern]) => pattern.test(words))?.[0];
  const typeWords = nameWords(type.name).join(' ');
  if (kind === TELEPHONE && SCREENS.test(words) && type.attributes.some((name) => OTHER_SCREENS.test(name)))
    return undefined;
  if (kind === INCOME && JOBS.test(typeWords)) return undefined;
  if (kind === SECRET && words === 'token' && DESIGN.test(typeWords)) return undefined;
  return kind;
}
