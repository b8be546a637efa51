import type { GraphQLFormattedError } from 'graphql';
import { fillText, type Messages } from '../messages/messages.ts';
import { type Html, html, isolate } from './html.ts';

const MAX_ERRORS = 5;

/**
 * Renders what is missing in a page whose operation has errors, closed, because readers need the causes seldom and editors do;
 * nothing without errors.
 */
export function missingParts(
  errors: readonly GraphQLFormattedError[],
  { messages }: { readonly messages: Messages },
): Html | undefined {
  if (errors.length === 0) return undefined;
  const items = errors
    .slice(0, MAX_ERRORS)
    .map(
      ({ message, path = [] }) =>
        html`<li>${path.length > 0 && html`<code>${path.join('.')}</code> `}${isolate(message)}</li>`,
    );
  const remainingErrors = errors.length - items.length;
  return html`<details class="notice"><summary>${isolate(messages.missingValues)}</summary><ul>${items}${remainingErrors > 0 && html`<li>${fillText(messages.andMoreOf, String(remainingErrors))}</li>`}</ul></details>`;
}
