import { Card, type PictureSizes } from './card.ts';
import { type Html, html } from './html.ts';

/** With fewer pictures than this share of its cards, a grid has none. */
const MIN_PICTURES = 2 / 3;

/** The widths of a column by the number of columns: in wide windows, where the page has its full width, and below. */
const COLUMN_WIDTHS = {
  2: ['47.5rem', '33.5rem', '46vw'],
  3: ['31rem', '21.75rem', '30vw'],
  4: ['22.75rem', '16.25rem', '22vw'],
} as const;

/** From this number of cards, a grid has a fourth column in wide windows. */
const MIN_CARDS_OF_FOUR = 7;

/** Renders cards as a grid, without pictures if few cards have one. The style sheet (`lists.css`) fills its rows. */
export function cardGrid(cards: readonly Html[]): Html {
  const pictured = cards.filter((card) => card instanceof Card && card.hasPicture);
  const hasPictures = pictured.length >= cards.length * MIN_PICTURES;
  const columns = cards.length === 2 || cards.length === 4 ? cards.length : 3;
  const [wide, fullWidth, narrower] = COLUMN_WIDTHS[columns];
  const sizesAt = (index: number): PictureSizes => [
    ['(min-width: 120rem)', cards.length < MIN_CARDS_OF_FOUR ? wide : COLUMN_WIDTHS[4][0]],
    ['(min-width: 74rem)', fullWidth],
    ['(min-width: 64rem)', narrower],
    ['(min-width: 40rem)', '45vw'],
    // On a phone, the picture is beside the words from the second card on.
    ['', index === 0 ? '94vw' : '7.5rem'],
  ];
  const shown = cards.map((card, index) => {
    if (!(card instanceof Card) || card.isPerson) return card;
    return hasPictures ? card.withSizes(sizesAt(index)) : card.withoutPicture();
  });
  return html`<ul class="cards">${shown.map((card) => html`<li>${card}</li>`)}</ul>`;
}
