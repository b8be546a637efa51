import { FILM_MAKING } from '../../lib/filmMaking.ts';

/** The texts of the pages about the publication. */
export const PUBLICATION_PAGES = {
  /** The paragraphs of the page “About”. */
  about: [
    'Moving Figures is a science quarterly that moves: short films about one phenomenon each, articles that work out what the films show, and pages about the people whose ideas they are.',
    `${FILM_MAKING} Each film names its program, its licence and the sources of its facts.`,
    'Articles carry the names of those who wrote them. Mistakes are corrected in the text, and the date of the last change stands under the title.',
  ],
  /** The paragraphs of the page “Imprint”. */
  imprint: [
    'Published by the Trivium authors as the sample publication of Trivium. Films, pictures, texts and programs are under the MIT License, unless their pages say otherwise.',
    'This site has no accounts and no advertising, and sets no cookies. What you watched, read and saved is stored in your browser only; your library can be exported and deleted there.',
  ],
} as const;
