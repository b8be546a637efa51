/** How the films are made, in the footer and on the page “About”. It is not in `publication.ts`, which loads before hydration. */
export const FILM_MAKING =
  'Every film here is drawn by a program from the equations it is about; so is every portrait. Nothing was filmed, and nobody was photographed.';
