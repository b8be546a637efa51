/** What the publication calls itself, wherever it says so. */
export const PUBLICATION = {
  name: 'Moving Figures',
  motto: 'A science quarterly that moves',
  description:
    'Short films of mathematics in motion, the articles that explain them, and the people behind the ideas.',
  /** The grounds of the page by day and by night, as hexadecimal colours: `--paper` of styles/tokens.css. */
  paper: { day: '#fcfaf7', night: '#0d0e13' },
} as const;
