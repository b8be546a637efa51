import { type Html, html } from './html.ts';

/** Grids of these numbers of cards have as many columns, others have three. */
const COLUMNS: Readonly<Record<number, string>> = { 2: 'two', 4: 'four' };

/** Renders cards as a grid whose rows are full: in three columns, some cards have the width of two. */
export function cardGrid(cards: readonly Html[]): Html {
  const columns = COLUMNS[cards.length];
  const wide = widePositions(cards.length);
  const items = cards.map((card, position) =>
    wide.includes(position) ? html`<li class="wide">${card}</li>` : html`<li>${card}</li>`,
  );
  return html`<ul class="cards${columns !== undefined && ` ${columns}`}">${items}</ul>`;
}

/** Returns the positions of the cards with the width of two, so that the number of cells is a multiple of three. */
function widePositions(count: number): readonly number[] {
  if (count === 1) return [0];
  if (count in COLUMNS || count % 3 === 0) return [];
  return count % 3 === 2 ? [0] : [0, count - 1];
}
