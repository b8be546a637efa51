import { type Html, html } from './html.ts';

/** Renders cards as a grid. The style sheet fills its rows. */
export const cardGrid = (cards: readonly Html[]): Html =>
  html`<ul class="cards">${cards.map((card) => html`<li>${card}</li>`)}</ul>`;
