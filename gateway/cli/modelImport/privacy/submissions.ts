import type { ImportedType } from '../model/importedModel.ts';
import { nameWords, wordSet } from './nameWords.ts';

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

/** Returns whether documents have a page, a picture or a price, as those that a site shows. */
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
  !SHOWN.has(nameWords(type.type ?? type.name).at(-1) ?? '') &&
  type.fields.some(({ attribute = '' }) => nameWords(attribute).some((word) => SENT.has(word)));
