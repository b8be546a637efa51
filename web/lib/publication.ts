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
  /** `--paper` of styles/tokens.css in both themes, as hexadecimal colors. */
  paper: { day: '#fcfaf7', night: '#0d0e13' },
} as const;
