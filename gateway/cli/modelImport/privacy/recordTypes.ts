import { type ImportedType, pathOfType } from '../model/importedModel.ts';
import { isWordOf, nameWords, wordSet } from './nameWords.ts';

/**
 * How certain the name of a document type says that its documents are about persons:
 * `records` of messages, orders and registrations; `persons` who send, order or register, or are shown on a site; `either`, such
 * as a ticket, which is a record or a product.
 */
export type RecordKind = 'records' | 'persons' | 'either';

/** Words of each kind: English words, and stems of other languages. */
interface RecordWords {
  readonly english: ReadonlySet<string>;
  readonly stems: readonly string[];
}

const WORDS: Readonly<Record<RecordKind, RecordWords>> = {
  records: {
    english:
      wordSet(`account applicant appointment attendee booking callback cart checkout complaint consent credential
      donor enquiry enrollment enrolment entrant feedback inquiry invitee invoice lead message optin order participant patient payment payout
      pledge preorder prescription purchase refund registrant registration request reservation respondent response rsvp shipment
      signatory signup submission submitter subscriber subscription transaction vote voter waitlist waitinglist
      mailinglist emaillist accesstoken apikey authtoken logintoken newsletteremail paymentintent petitionsignature prospect quizanswer quizresult
      refreshtoken secret surveyanswer ticketholder wishlist`),
    stems: [
      ...wordSet(`anmeldung registrierung bestellung buchung reservierung anfrage bewerbung bewerber teilnehmer abonnent rechnung zahlung
        spende spender ruckmeldung rueckmeldung nachricht einsendung einreichung beschwerde interessent warteliste unterschrift benutzer nutzer
        kundenkonto benutzerkonto konto zusage empfaenger empfanger kundendaten kontaktdaten patientenakte kundenakte umfrageantwort`),
      ...wordSet(`inscription commande demande candidature abonne utilisateur facture paiement donateur soumission adhesion adherent
        reclamation rendezvous inscrit devis abonnement`),
      ...wordSet(`inscripcion pedido solicitud suscriptor suscripcion usuario factura pago donacion donante registro consulta mensaje
        participante asistente compra voto reclamacion envio`),
      ...wordSet(`iscrizion ordin prenotazion richiest iscritt abbonat utent fattur pagament donazion messaggi partecipant registrazion
        acquist voti reclam`),
      ...wordSet(`inschrijving aanmelding bestelling boeking reservering aanvraag aanvragen sollicitatie sollicitant abonnee gebruiker factuur
        facturen betaling donatie donateur bericht deelnemer inzending klacht verzoek contactverzoek`),
      ...wordSet(`pamelding paamelding bestilling ordre reservasjon soknad soeknad henvendelse bruker faktura donasjon deltaker innsending
        registrering klage tilmelding bokning anmalan prenumerant`),
      ...wordSet(`inscricao inscricoes encomenda solicitacao solicitacoes assinante utilizador fatura pagamento doacao doacoes doador inscrito orcamento
        mensagem mensagens registo cadastro reclamacao reclamacoes submissao submissoes`),
    ],
  },
  persons: {
    english: wordSet(
      'address buyer client contact customerprofile memberprofile userprofile customer guest pupil student tenant user visitor',
    ),
    stems: [
      ...wordSet(
        'kunde kundin kontakt gast gaste gaeste mieter schuler schueler clienta cliente clienti contacto contatto contatti ospit',
      ),
      ...wordSet('klant klanten kund kunden contato huurder gjest inquilino locataire'),
    ],
  },
  either: {
    english:
      wordSet(`application candidate donation invitation member membership newsletter nomination petition poll reserve ticket
      volunteer winner`),
    stems: [
      ...wordSet(
        'mitglied mitgliedschaft eintrittskarte membre billet miembro socio reserva cita membri soci lid leden medlem medlemskap billett vrijwilliger',
      ),
      ...wordSet('membro candidatura candidato candidat biglietto biglietti entrada'),
    ],
  },
};

const KINDS = Object.keys(WORDS) as readonly RecordKind[];

/** Words after the word that names the records: `orderItem`, `leadRecord`. */
const PARTS = wordSet('data detail doc document entry eintrag history item line list log record row');
/** The submissions of forms, by their last two words. */
const OF_FORMS = /^(contact)?form(ular)?(data|eintrag|entry|lead|record|result|row)$/;
/** Endings of names without capitals and hyphens: `kursanmeldung`. Shorter words end other words. */
const MIN_ENDING = 7;
/** Parts of a site about records: `inscriptionPage`. */
const DEFINITIONS =
  wordSet(`art block category config form formulaire formular formulario info kategorie method option page plan section seite setting
  settings status step template text tipo type typ`);
/** Members of a group that its site presents: `teamMember`. */
const PRESENTED = wordSet('team staff board band crew cast committee faculty jury council ensemble cabinet');

/** Returns what the name of a document type says; undefined for other types. */
export function recordKind(type: string): RecordKind | undefined {
  const words = nameWords(type);
  const last = words.at(-1) ?? '';
  const two = words.slice(-2).join('');
  if (PRESENTED.has(words.at(-2) ?? '')) return undefined;
  if (words.length > 1 && beginsWithRecords(words)) return 'records';
  if (OF_FORMS.test(two)) return 'records';
  const kind = KINDS.find((name) => [last, two].some((word) => isWordOf(WORDS[name], word)));
  if (kind !== undefined) return kind;
  if (words.length > 1 && isWordOf({ english: PARTS, stems: [] }, last))
    return recordKind(words.slice(0, -1).join('-'));
  return KINDS.find((name) => endsWithWord(WORDS[name], last));
}

/** Returns whether the first word names the records, as in Romance languages: `mensajeContacto`. */
const beginsWithRecords = ([first = '', ...laterWords]: readonly string[]): boolean =>
  isWordOf({ english: new Set(), stems: WORDS.records.stems }, first) &&
  !DEFINITIONS.has(laterWords.at(-1) ?? '');

function endsWithWord(words: RecordWords, word: string): boolean {
  const endings = Array.from({ length: Math.max(0, word.length - MIN_ENDING) }, (_, i) => word.slice(i + 1));
  return endings.some((ending) => isWordOf(words, ending));
}

/** Attributes that a form sends, or that record its sending. */
const SENT =
  wordSet(`agreement anliegen bericht betreff bemerkung comment comments consent frage gdpr dsgvo message messages mensaje mensagem
  messaggio melding nachricht question received referrer registered remarks submitted terms`);
/** Documents that a site shows together with the name of a person who wrote them. */
const SHOWN = wordSet(
  'comment kommentar commentaire comentario commento reactie kommentare review testimonial quote guestbook',
);
/** Attributes that show a page of the document to everybody. */
const PRICE = /^(price|preis|prix|precio|prezzo|prijs|pris|preco)s?$/;

/** Returns whether documents have a page, a picture or a price, as documents that a site shows have. */
export const hasPublicFace = ({ fields }: ImportedType): boolean =>
  fields.some(
    ({ name, kind, path, attribute = '' }) =>
      name === 'slug' ||
      path.at(-1) === 'current' ||
      kind === 'image' ||
      kind === 'richText' ||
      PRICE.test(nameWords(attribute).at(-1) ?? ''),
  );

/** Returns whether documents have the attributes of a form that was sent, and nothing that a site shows. */
export const isSubmission = (type: ImportedType): boolean =>
  !hasPublicFace(type) &&
  !SHOWN.has(nameWords(pathOfType(type)).at(-1) ?? '') &&
  type.fields.some(({ attribute = '' }) => nameWords(attribute).some((word) => SENT.has(word)));
