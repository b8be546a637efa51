import { constantCase } from '../../../core/model/model.ts';
import { boundaryBefore, cutText } from '../../../core/text/textBoundaries.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { wordsOf } from '../model/words.ts';
import { type Data, isData } from '../views/view.ts';

const MAX_SNIPPETS = 2;
/** A shorter text, such as the name of a topic, follows the name of its field. */
const MAX_WORD_CHARACTERS = 40;
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 120;

/** Renders the matches of a result, without the matches in its title. */
export function renderSnippets(highlights: unknown, titleFields: readonly string[]): readonly Html[] {
  const titles = titleFields.map(constantCase);
  const listed = Array.isArray(highlights) ? highlights.filter(isData) : [];
  return listed
    .filter(({ field }) => !titles.includes(String(field)))
    .flatMap((highlight) => renderSnippet(highlight) ?? [])
    .slice(0, MAX_SNIPPETS);
}

/** Renders the part of a text around its first match; undefined without a match. */
function renderSnippet({ field, segments }: Data): Html | undefined {
  const parts = Array.isArray(segments) ? segments.filter(isData) : [];
  const isWord = textOf(parts).length <= MAX_WORD_CHARACTERS;
  const first = parts.findIndex(({ matched }) => matched);
  if (first < 0) return undefined;
  const before = textOf(parts.slice(0, first));
  const shown: Html[] = [];
  let left = CHARACTERS_AFTER;
  for (const { text, matched } of parts.slice(first)) {
    if (left <= 0) break;
    const whole = String(text);
    // Ends after a word.
    const cut = cutText(whole, left);
    left = whole.length > left ? 0 : left - whole.length;
    shown.push(matched ? html`<mark>${cut}</mark>` : html`${cut}`);
  }
  // Begins with a word.
  const start =
    before.length > CHARACTERS_BEFORE
      ? `… ${before.slice(boundaryBefore(before, before.length - CHARACTERS_BEFORE)).trimStart()}`
      : before;
  return html`<p class="snippet">${isWord && html`<bdi class="label">${wordsOf(String(field))}:</bdi> `}${isolate(html`${start}${shown}${left <= 0 && ' …'}`)}</p>`;
}

const textOf = (parts: readonly Data[]): string => parts.map(({ text }) => String(text)).join('');
