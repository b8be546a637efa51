import { type ApolloServerPlugin, type GraphQLRequestListener, HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller, Context } from '../context.ts';
import { idOf } from '../documents/manifest.ts';
import { leaveUnread, STAND_IN } from '../documents/unread.ts';
import { type Budgets, nameOf } from './budgets.ts';
import { type Fee, takeRefusalFee } from './refusalFee.ts';

/** Callers of whom it is remembered that they were refused, and milliseconds for which it is. */
const MOST_REFUSED = 50_000;
const REFUSED_FOR = 60_000;

interface RefusalOptions {
  readonly budgets: Budgets;
  /** Whether a document, by its hash, has been found good before. */
  isGood(hash: string): boolean;
}

/**
 * Lets callers pay for what is refused before it is executed. Documents that nobody has found good yet are paid for before
 * they are read, and cost nothing once they have passed the limits; those that are known are free to read, unless their
 * caller was refused a moment ago: variables can be at fault as well.
 */
export function chargeRefusals({ budgets, isGood }: RefusalOptions): ApolloServerPlugin<Context> {
  const refused = new LRUCache<string, true>({ max: MOST_REFUSED, ttl: REFUSED_FOR });
  const mustPay = (caller: Caller, text: string | undefined): boolean =>
    (text !== undefined && !isGood(idOf(text))) || refused.has(nameOf(caller));
  return {
    async requestDidStart({ request, contextValue: { caller, bill } }) {
      const { query: text } = request;
      // It has been refused unread, which is no work.
      if (text === STAND_IN) return undefined;
      let fee: Fee | undefined = mustPay(caller, text)
        ? await takeRefusalFee(budgets, caller, text)
        : undefined;
      if (fee?.refused) return refuseUnread(fee.refused);
      return {
        async responseForOperation() {
          fee?.giveBack();
          fee = undefined;
          return null;
        },
        async didEncounterErrors({ errors, source }) {
          // Fields have failed, or there was no document at all.
          if (source === undefined || errors.some(({ path }) => path !== undefined)) return;
          refused.set(nameOf(caller), true);
          fee ??= await takeRefusalFee(budgets, caller, text);
          bill.fee = fee.points;
          bill.standing = fee.standing;
        },
      };

      function refuseUnread(error: GraphQLError): GraphQLRequestListener<Context> {
        const { message, extensions } = error;
        const headers = new HeaderMap([['retry-after', String(extensions.retryAfter)]]);
        const answer = new GraphQLError(message, {
          extensions: { ...extensions, http: { status: 429, headers } },
        });
        return {
          ...leaveUnread(request, answer),
          async didEncounterErrors() {
            bill.requested = fee?.cost ?? 0;
            bill.standing = fee?.standing;
          },
        };
      }
    },
  };
}
