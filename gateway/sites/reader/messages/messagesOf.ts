import { ARABIC } from './ar.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import type { Messages } from './messages.ts';
import { DUTCH } from './nl.ts';
import { PORTUGUESE } from './pt.ts';

const CATALOGUE = new Map(
  [ENGLISH, ARABIC, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, PORTUGUESE].map((each) => [each.language, each]),
);

/** Returns the fixed words of pages in a language; in English if the catalogue does not have it. @param tag a BCP 47 tag */
export const messagesOf = (tag: string): Messages => CATALOGUE.get(new Intl.Locale(tag).language) ?? ENGLISH;
