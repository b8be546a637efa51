import { Card, type PictureSizes } from './card.ts';
import { type Html, html } from './html.ts';

/** With fewer pictures than this share of its cards, a grid has none. */
const MIN_PICTURES = 2 / 3;

/** Columns of a grid in a wide window, by the number of its cards; as in `lists.css`. */
const columnsOf = (cards: number): number => (cards === 2 || cards === 4 ? cards : 3);

/** The widths of a column by the number of columns: where the page has its full width, and below. */
const COLUMN_WIDTHS: ReadonlyMap<number, readonly [fullWidth: string, narrower: string]> = new Map([
  [2, ['33.5rem', '46vw']],
  [3, ['21.75rem', '30vw']],
  [4, ['16.25rem', '22vw']],
]);

/** Renders cards as a grid: without pictures if few cards have one. The style sheet fills its rows. */
export function cardGrid(cards: readonly Html[]): Html {
  const pictured = cards.filter((card) => card instanceof Card && card.hasPicture);
  const hasPictures = pictured.length >= cards.length * MIN_PICTURES;
  const [fullWidth, narrower] = COLUMN_WIDTHS.get(columnsOf(cards.length)) ?? ['', ''];
  const sizesAt = (index: number): PictureSizes => [
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
