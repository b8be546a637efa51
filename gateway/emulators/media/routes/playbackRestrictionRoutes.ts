import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/apiError.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { PlaybackRestriction } from '../assets/playbackRestriction.ts';
import type { ApiContext } from '../ingest/apiContext.ts';
import { LIST_QUERY, type ListQuery, pageOf } from './listQuery.ts';

const REFERRER = {
  type: 'object',
  required: ['allowed_domains'],
  properties: {
    allowed_domains: { type: 'array', maxItems: 10, items: { type: 'string' } },
    allow_no_referrer: { type: 'boolean', default: false },
  },
};
const USER_AGENT = {
  type: 'object',
  properties: {
    allow_no_user_agent: { type: 'boolean', default: true },
    allow_high_risk_user_agent: { type: 'boolean', default: true },
  },
};
const NEW_RESTRICTION = {
  type: 'object',
  required: ['referrer', 'user_agent'],
  properties: { referrer: REFERRER, user_agent: USER_AGENT },
};

interface RestrictionId {
  Params: { id: string };
}
type Rules = Pick<PlaybackRestriction, 'referrer' | 'user_agent'>;

const now = () => String(Math.floor(Date.now() / 1000));

/** Registers the routes of playback restrictions, which tokens name. */
export function playbackRestrictionRoutes(api: FastifyInstance, { store }: ApiContext): void {
  const path = '/playback-restrictions';
  const find = (id: string): PlaybackRestriction => {
    const found = store.restrictions.get(id);
    if (!found) throw notFound('playback restriction');
    return found;
  };
  const save = (restriction: PlaybackRestriction) => {
    store.restrictions.set(restriction.id, restriction);
    return { data: restriction };
  };

  api.post<{ Body: Rules }>(path, { schema: { body: NEW_RESTRICTION } }, ({ body }, reply) => {
    const { referrer, user_agent } = body;
    const at = now();
    return reply
      .code(201)
      .send(save({ id: opaqueId(), created_at: at, updated_at: at, referrer, user_agent }));
  });
  api.get<ListQuery>(path, { schema: { querystring: LIST_QUERY } }, ({ query }) => ({
    data: pageOf([...store.restrictions.values()].reverse(), query),
  }));
  api.get<RestrictionId>(`${path}/:id`, ({ params }) => ({ data: find(params.id) }));
  api.put<RestrictionId & { Body: Rules['referrer'] }>(
    `${path}/:id/referrer`,
    { schema: { body: REFERRER } },
    ({ params, body }) => save({ ...find(params.id), referrer: body, updated_at: now() }),
  );
  api.put<RestrictionId & { Body: Rules['user_agent'] }>(
    `${path}/:id/user_agent`,
    { schema: { body: USER_AGENT } },
    ({ params, body }) => save({ ...find(params.id), user_agent: body, updated_at: now() }),
  );
  api.delete<RestrictionId>(`${path}/:id`, ({ params }, reply) => {
    store.restrictions.delete(find(params.id).id);
    return reply.code(204).send();
  });
}
