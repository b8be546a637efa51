import { renderMath } from '../../../../schema/formulas/renderMath.ts';
import { keepMarker } from '../sources/textMarkers.ts';
import { Html } from './html.ts';

/** Renders TeX as MathML, and TeX that is invalid as text; undefined for an empty text. @param isDisplay true for a formula between blocks of text */
export function formulaMarkup(tex: string, isDisplay: boolean): Html | undefined {
  const shown = tex.trim();
  if (shown === '') return undefined;
  // `renderMath` escapes its input.
  return new Html(keepMarker(shown, (plain) => renderMath(plain, isDisplay)));
}
