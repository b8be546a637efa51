/** The language of the site. Moments in this language rank before other moments, and captions are in it at first. */
export const SITE_LANGUAGE = 'en';

/** The name and texts of the publication. */
export const PUBLICATION = {
  name: 'Moving Figures',
  motto: 'A science quarterly that moves',
  description:
    'Short films of mathematics in motion, the articles that explain them, and the people behind the ideas.',
  /** The address of its source code with a final slash, which turns the paths of programs into links; null for no links. */
  sourceUrl: null as string | null,
  /** The paragraphs of the page “About”. */
  about: [
    'Moving Figures is a science quarterly that moves: short films about one phenomenon each, articles that work out what the films show, and pages about the people whose ideas they are.',
    'Every film is drawn by a program from the equations it is about; so is every portrait. Nothing was filmed, and nobody was photographed. Each film names its program, its licence and the sources of its facts.',
    'Articles carry the names of those who wrote them. Mistakes are corrected in the text, and the date of the last change stands under the title.',
  ],
  /** The paragraphs of the page “Imprint”. */
  imprint: [
    'Published by the Trivium authors as the sample publication of Trivium. Films, pictures, texts and programs are under the MIT License, unless their pages say otherwise.',
    'This site has no accounts and no advertising, and sets no cookies. What you watched, read and saved is stored in your browser only; your library can be exported and deleted there.',
  ],
  /** `--paper` of styles/tokens.css in both themes, as hexadecimal colors. */
  paper: { day: '#fcfaf7', night: '#0d0e13' },
} as const;
