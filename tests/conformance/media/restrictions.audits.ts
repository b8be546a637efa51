import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  assertError,
  type Body,
  callApi,
  createToken,
  get,
  type MediaTarget,
  requireProperty,
} from './target.ts';

const RESTRICTIONS = '/video/v1/playback-restrictions';
const ANY_USER_AGENT = { allow_no_user_agent: true, allow_high_risk_user_agent: true };

/** Plays a signed video with a token that names a restriction. @param expected the status by `Referer`; '' sends none */
async function play(
  target: MediaTarget,
  referrer: { allowed_domains: string[]; allow_no_referrer: boolean },
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  const rules = { referrer, user_agent: ANY_USER_AGENT };
  const { data } = await callApi(target, 201, 'POST', RESTRICTIONS, rules);
  try {
    const token = await createToken(target, { claims: { playback_restriction_id: data.id } });
    const url = `${target.streamUrl}/${requireProperty(target, 'signedPlaybackId')}.m3u8?token=${token}`;
    for (const [referer, status] of Object.entries(expected))
      await get(url, status, referer === '' ? {} : { referer });
  } finally {
    await callApi(target, 204, 'DELETE', `${RESTRICTIONS}/${data.id}`);
  }
}

/** Playback restrictions. */
export const mediaRestrictionAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-restrictions-001',
    level: 'MUST',
    name: 'creates, lists, changes and deletes a playback restriction',
    run: async (target) => {
      const rules = {
        referrer: { allowed_domains: ['*.audit.example'], allow_no_referrer: true },
        user_agent: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
      };
      const { data } = await callApi(target, 201, 'POST', RESTRICTIONS, rules);
      const path = `${RESTRICTIONS}/${data.id}`;
      try {
        assert.deepEqual([data.referrer, data.user_agent], [rules.referrer, rules.user_agent]);
        const referrer = { allowed_domains: ['audit.example'], allow_no_referrer: false };
        const changed = (await callApi(target, 200, 'PUT', `${path}/referrer`, referrer)).data;
        assert.deepEqual([changed.id, changed.referrer], [data.id, referrer]);
        const listed: Body[] = (await callApi(target, 200, 'GET', `${RESTRICTIONS}?limit=100`)).data;
        assert.deepEqual(
          listed.find(({ id }) => id === data.id),
          changed,
        );
      } finally {
        await callApi(target, 204, 'DELETE', path);
      }
      assertError(await callApi(target, 404, 'GET', path), 'not_found');
    },
  },
  {
    id: 'media-restrictions-002',
    level: 'MUST',
    name: 'plays a video on the domains of a restriction only',
    run: (target) =>
      play(
        target,
        { allowed_domains: ['audit.example', '*.films.example'], allow_no_referrer: false },
        {
          'https://audit.example/page': 200,
          'https://www.films.example/': 200,
          'https://www.audit.example/': 403,
          'https://other.example/': 403,
          '': 403,
        },
      ),
  },
  {
    id: 'media-restrictions-003',
    level: 'MUST',
    name: 'plays a video without a referrer if a restriction allows it',
    run: (target) =>
      play(
        target,
        { allowed_domains: [], allow_no_referrer: true },
        { '': 200, 'https://audit.example/': 403 },
      ),
  },
];
