/** The name and texts of the publication. */
export const PUBLICATION = {
  name: 'Moving Figures',
  motto: 'A science quarterly that moves',
  description:
    'Short films of mathematics in motion, the articles that explain them, and the people behind the ideas.',
  /** `--paper` of styles/tokens.css in both themes, as hexadecimal colors. */
  paper: { day: '#fcfaf7', night: '#0d0e13' },
} as const;
